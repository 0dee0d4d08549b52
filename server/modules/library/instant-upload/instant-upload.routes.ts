import { instantUpload } from "@/lib/contract/library/instant-upload"
import { serve } from "@/server/routes"
import { beginClaim, finishClaim } from "./claim.usecases"
import { readUploadLimit } from "./limit.usecases"
import { findExisting, suggest } from "./suggestion.usecases"

export const instantUploadRoutes = serve(instantUpload, {
  "GET /document/exist": findExisting,
  "POST /upload/claim": beginClaim,
  "PUT /upload/claim": finishClaim,
  "GET /document/suggest": suggest,
  "GET /upload/limit": readUploadLimit,
})
