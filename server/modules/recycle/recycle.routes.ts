import { recycle } from "../../../lib/contract/recycle"
import { serve } from "../../routes"
import { requestReviewDownload } from "../document/download.usecases"
import { reconvertDocuments } from "../document/reconvert.usecases"
import { checkDocuments } from "../document/review.usecases"
import { purgeAllDocuments, purgeDocuments, readRecycled, restoreDocuments } from "./recycle.usecases"

export const recycleRoutes = serve(recycle, {
  "GET /document/recycle": readRecycled,
  "PUT /document/recycle": restoreDocuments,
  "DELETE /document/recycle": purgeDocuments,
  "DELETE /document/recycle/all": purgeAllDocuments,
  "PUT /document/reconvert": reconvertDocuments,
  "PUT /document/check": checkDocuments,
  "GET /document/download/bereviewed": requestReviewDownload,
})
