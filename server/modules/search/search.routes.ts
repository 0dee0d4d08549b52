import { search } from "../../../lib/contract/search"
import { serve } from "../../routes"
import { readRecords, readWords, removeRecords } from "./record.usecases"
import { searchAll, searchArticles, searchDocuments } from "./search.usecases"
import { suggest } from "./suggestion.usecases"

/** Rows are searched as they stand: there is no index to renew yet. */
const upToDate = async (): Promise<Record<string, never>> => ({})

export const searchRoutes = serve(search, {
  "GET /search": searchAll,
  "GET /document/search": searchDocuments,
  "GET /article/search": searchArticles,
  "GET /search/suggest": suggest,
  "PUT /document/index": upToDate,
  "PUT /article/index": upToDate,
  "PUT /renew/document/index": upToDate,
  "GET /searchrecord/list": readRecords,
  "GET /searchrecord/words": readWords,
  "DELETE /searchrecord": removeRecords,
})
