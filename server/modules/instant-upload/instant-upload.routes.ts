import { instantUpload } from "../../../lib/contract/instant-upload"
import { serve } from "../../routes"
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
