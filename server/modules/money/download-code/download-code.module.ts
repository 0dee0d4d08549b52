import { defineModule } from "@/server/module"
import { downloadCodeRoutes } from "./download-code.routes"
import { downloadCodeBatchTable, downloadCodeTable } from "./download-code.table"

export const downloadCodeModule = defineModule({
  ...downloadCodeRoutes,
  personal: [
    {
      table: downloadCodeTable,
      exportAs: "download_code",
      internal: ["hash", "batch_id"],
      onErase: { keep: "what paid for an order stays written down" },
    },
    {
      table: downloadCodeBatchTable,
      notExported: "the site's record of its staff",
      onErase: { keep: "names who of the staff issued the codes" },
    },
  ],
})
