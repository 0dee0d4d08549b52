import { desc, not, inArray } from "drizzle-orm"
import { entities } from "@/lib/contract/entities"
import { spider } from "@/lib/contract/collecting/spider"
import { documentStatusesBefore } from "@/lib/rules/collecting/spider-document-status"
import { urlStatusesBefore } from "@/lib/rules/collecting/spider-url-status"
import { crudRoutes } from "@/server/crud"
import { crawlArticle } from "./article-crawl.usecases"
import {
  readSpiderDocument,
  readSpiderDocuments,
  removeSpiderDocuments,
  updateSpiderDocument,
  updateSpiderDocuments,
} from "./spider-document.usecases"
import { spiderDocumentTable as d } from "./spider-document.table"
import { spiderUrlTable as t } from "./spider-url.table"
import { addLinks, beforeSaveLink, withoutSecrets } from "./spider-url.usecases"

const routes = crudRoutes(
  spider,
  entities.spiderUrl,
  {
    table: t,
    searched: [t.url],
    sorted: {
      id: t.id,
      status: t.status,
      total: t.total,
      pages: t.pages,
      next_at: t.next_at,
      created_at: t.created_at,
      updated_at: t.updated_at,
    },
    order: [desc(t.id)],
    beforeSave: beforeSaveLink,
    decorate: withoutSecrets,
  },
  {
    "POST /spiderurl": addLinks,
    "PUT /spiderdocument": updateSpiderDocument,
    "PUT /spiderdocument/batch": updateSpiderDocuments,
    "DELETE /spiderdocument": removeSpiderDocuments,
    "GET /spiderdocument": readSpiderDocument,
    "GET /spiderdocument/list": readSpiderDocuments,
    "POST /article/crawl": crawlArticle,
  },
)

/** Rows that workers are changing are exempt from the version check, so that staff get no edit conflict with a worker. */
export const spiderRoutes = {
  ...routes,
  versioned: {
    "PUT /spiderurl": { table: t, only: not(inArray(t.status, urlStatusesBefore("claim"))) },
    "PUT /spiderdocument": {
      table: d,
      only: not(inArray(d.status, [...documentStatusesBefore("fetch"), ...documentStatusesBefore("publish")])),
    },
  },
}
