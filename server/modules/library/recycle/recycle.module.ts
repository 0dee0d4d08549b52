import { recycle } from "@/lib/contract/library/recycle"
import { defineModule } from "@/server/module"
import { serve } from "@/server/routes"
import { expireDocumentsJob } from "./recycle.jobs"
import { purgeAllDocuments, purgeDocuments, readRecycled, restoreDocuments } from "./recycle.usecases"

export const recycleModule = defineModule({
  ...serve(recycle, {
    "GET /document/recycle": readRecycled,
    "PUT /document/recycle": restoreDocuments,
    "DELETE /document/recycle": purgeDocuments,
    "DELETE /document/recycle/all": purgeAllDocuments,
  }),
  jobs: [expireDocumentsJob],
})
