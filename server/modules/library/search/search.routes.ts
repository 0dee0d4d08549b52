import { search } from "@/lib/contract/library/search"
import { serve } from "@/server/routes"
import { countFacets } from "./facets.usecases"
import { renewAll, renewArticles, renewDocuments } from "./index.jobs"
import { readRecords, readWords, recordSearchView, removeRecords } from "./record.usecases"
import { searchAll, searchArticles, searchDocuments } from "./search.usecases"
import { readRecommended } from "./hot-words.usecases"
import { suggest } from "./suggestion.usecases"

export const searchRoutes = serve(search, {
  "GET /search": searchAll,
  "GET /document/search": searchDocuments,
  "GET /document/facets": countFacets,
  "GET /article/search": searchArticles,
  "GET /search/suggest": suggest,
  "GET /search/recommended": readRecommended,
  "POST /search/view": recordSearchView,
  "PUT /document/index": renewDocuments,
  "PUT /article/index": renewArticles,
  "PUT /renew/document/index": renewAll,
  "GET /searchrecord/list": readRecords,
  "GET /searchrecord/words": readWords,
  "DELETE /searchrecord": removeRecords,
})
