import { defineModule } from "@/server/module"
import { instantUploadRoutes } from "./instant-upload.routes"
import { uploadClaimTable } from "./instant-upload.table"

export const instantUploadModule = defineModule({
  ...instantUploadRoutes,
  personal: [{ table: uploadClaimTable, notExported: "a question that is over after ten minutes", onErase: "delete" }],
  sweep: [{ table: uploadClaimTable, by: uploadClaimTable.expires_at }],
})
