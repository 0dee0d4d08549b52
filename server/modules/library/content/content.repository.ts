import { and, eq, inArray, isNull, sql, type AnyColumn, type SQL } from "drizzle-orm"
import { ContentKind } from "@/lib/contract/library/content.enums"
import type { Db } from "@/server/db/client"
import { articleTable } from "../../articles/article/article.table"
import { documentTable } from "../document/document.table"
import { allowedGroups } from "../document/visibility.policy"

const tableOf = (type: number) => (type === ContentKind.article ? articleTable : documentTable)
const ofDocument = {
  id: documentTable.id,
  key: documentTable.uuid,
  title: documentTable.title,
  user_id: documentTable.user_id,
  status: documentTable.status,
  visibility: documentTable.visibility,
  groups: allowedGroups,
  pages: documentTable.pages,
  deleted_at: documentTable.deleted_at,
}
const ofArticle = {
  id: articleTable.id,
  key: articleTable.identifier,
  title: articleTable.title,
  user_id: articleTable.user_id,
  status: articleTable.status,
  visibility: sql<number>`0`,
  groups: sql<number[]>`'{}'::float8[]`,
  pages: sql<number>`0`,
  deleted_at: articleTable.deleted_at,
}

export type ContentRow = {
  id: number
  key: string
  title: string
  user_id: number
  status: number
  visibility: number
  groups: number[]
  pages: number
  deleted_at: Date | null
}

const documents = (db: Db, ids: number[]) =>
  db.select(ofDocument).from(documentTable).where(inArray(documentTable.id, ids)).orderBy(documentTable.id)
const articles = (db: Db, ids: number[]) =>
  db.select(ofArticle).from(articleTable).where(inArray(articleTable.id, ids)).orderBy(articleTable.id)

/** Reads rows of one kind in one query, including deleted ones. */
export const listContents = async (db: Db, type: number, ids: number[]): Promise<ContentRow[]> =>
  ids.length ? (type === ContentKind.article ? articles(db, ids) : documents(db, ids)) : []

/** Reads the same rows and locks them in id order until the transaction ends. */
export const lockContents = async (db: Db, type: number, ids: number[]): Promise<ContentRow[]> =>
  ids.length ? (type === ContentKind.article ? articles(db, ids).for("no key update") : documents(db, ids).for("no key update")) : []

/** Matches rows whose document (article) is not deleted and fulfils the condition. */
export const readableWhere = (db: Db, type: number, id: AnyColumn, open: SQL | undefined) => {
  const table = tableOf(type)
  return sql`exists ${db
    .select({ one: sql`1` })
    .from(table)
    .where(and(eq(table.id, id), isNull(table.deleted_at), open))}`
}
