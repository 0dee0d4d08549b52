import { claim } from "../../../lib/contract/claim"
import { serve } from "../../routes"
import { beginClaim, finishClaim } from "./claim.usecases"
import { readUploadLimit } from "./limit.usecases"
import { findExisting, suggest } from "./suggestion.usecases"

export const claimRoutes = serve(claim, {
  "GET /document/exist": findExisting,
  "POST /upload/claim": beginClaim,
  "PUT /upload/claim": finishClaim,
  "GET /document/suggest": suggest,
  "GET /upload/limit": readUploadLimit,
})
