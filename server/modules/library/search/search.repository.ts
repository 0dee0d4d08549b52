import { and, getTableColumns, inArray, sql } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { articleTable, publicArticles } from "../../articles/article/article.table"
import { documentTable } from "../document/document.table"
import { publicDocuments } from "../document/visibility.policy"

/** Returns those of the documents that are readable now: the index may lag a moment behind the rows. */
export const listReadableDocuments = async (db: Db, ids: number[]) =>
  ids.length
    ? db
        .select()
        .from(documentTable)
        .where(and(inArray(documentTable.id, ids), publicDocuments()))
    : []

/** Returns those of the articles that are public now, with at most `letters` characters of their content. */
export const listPublicArticles = async (db: Db, ids: number[], letters = 0) =>
  ids.length
    ? db
        .select({ ...getTableColumns(articleTable), content: sql<string>`left(${articleTable.content}, ${letters}::int)` })
        .from(articleTable)
        .where(and(inArray(articleTable.id, ids), publicArticles()))
    : []
