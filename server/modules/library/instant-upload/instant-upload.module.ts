import { instantUpload } from "@/lib/contract/library/instant-upload"
import { defineModule } from "@/server/module"
import { serve } from "@/server/routes"
import { beginClaim, finishClaim } from "./claim.usecases"
import { uploadClaimTable } from "./instant-upload.table"
import { readUploadLimit } from "./limit.usecases"
import { findExisting, suggest } from "./suggestion.usecases"

export const instantUploadModule = defineModule({
  ...serve(instantUpload, {
    "GET /document/exist": findExisting,
    "POST /upload/claim": beginClaim,
    "PUT /upload/claim": finishClaim,
    "GET /document/suggest": suggest,
    "GET /upload/limit": readUploadLimit,
  }),
  personal: [{ table: uploadClaimTable, notExported: "a question that is over after ten minutes", onErase: "delete" }],
  sweep: [{ table: uploadClaimTable, by: uploadClaimTable.expires_at }],
})
