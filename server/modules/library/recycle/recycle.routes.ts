import { recycle } from "@/lib/contract/library/recycle"
import { serve } from "@/server/routes"
import { purgeAllDocuments, purgeDocuments, readRecycled, restoreDocuments } from "./recycle.usecases"

export const recycleRoutes = serve(recycle, {
  "GET /document/recycle": readRecycled,
  "PUT /document/recycle": restoreDocuments,
  "DELETE /document/recycle": purgeDocuments,
  "DELETE /document/recycle/all": purgeAllDocuments,
})
