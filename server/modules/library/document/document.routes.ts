import { notInArray } from "drizzle-orm"
import { document } from "@/lib/contract/library/document"
import { convertingStatuses } from "@/lib/rules/library/document-status"
import { ReviewKind } from "@/lib/contract/operations/review.enums"
import { serve } from "@/server/routes"
import { detectLanguages, recommendDocuments, setDocumentsCategory, setDocumentsLanguage, setDocumentsPrice } from "./batch.usecases"
import { documentTable } from "./document.table"
import { createDocuments, deleteDocuments, readDeletion, retryConversion } from "./document.usecases"
import { requestReviewDownload } from "./download.usecases"
import { readDownloads } from "./downloads.usecases"
import { updateDocument } from "./edit.usecases"
import { readDocuments, readHome } from "./document-answers.usecases"
import { reconvertDocuments } from "./reconvert.usecases"
import { checkDocuments } from "./review.usecases"
import { readVersionPages, readVersions, replaceFile, requestVersionDownload, restoreVersion } from "./version.usecases"
import { countView, openDocument } from "./view.usecases"
import { setDocumentsVip } from "./vip.usecases"
import { unlessClaimed } from "../../operations/claim/claim.policy"
import { readVisibilityChoices, setDocumentsVisibility } from "./visibility.usecases"

export const documentRoutes = serve(
  document,
  {
    "GET /document": openDocument,
    "GET /document/list": readDocuments,
    "GET /document/home": readHome,
    "POST /document": createDocuments,
    "PUT /document": updateDocument,
    "DELETE /document": deleteDocuments,
    "GET /document/deletion": readDeletion,
    "PUT /document/retry": retryConversion,
    "PUT /document/recommend": recommendDocuments,
    "PUT /document/category": setDocumentsCategory,
    "PUT /document/language": setDocumentsLanguage,
    "PUT /document/detect/language": detectLanguages,
    "PUT /document/price": setDocumentsPrice,
    "PUT /document/vip": setDocumentsVip,
    "POST /document/view": countView,
    "GET /document/visibility": readVisibilityChoices,
    "PUT /document/visibility": setDocumentsVisibility,
    "GET /document/version": readVersions,
    "GET /document/version/pages": readVersionPages,
    "GET /document/version/download": requestVersionDownload,
    "PUT /document/version": restoreVersion,
    "PUT /document/file": replaceFile,
    "PUT /document/reconvert": reconvertDocuments,
    "PUT /document/check": unlessClaimed(ReviewKind.document, ({ id }) => id, checkDocuments),
    "GET /document/download/bereviewed": requestReviewDownload,
    "GET /user/download": readDownloads,
  },
  { "PUT /document": { table: documentTable, only: notInArray(documentTable.status, convertingStatuses) } },
)
