import { and, desc, eq, inArray, isNotNull } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { pageOf, holds, patternsOf, listPage } from "@/server/db/listing"
import { documentCategoryTable as link, documentTable as t } from "../document/document.table"

export type DeletedRow = typeof t.$inferSelect
export type DeletedFilter = {
  page?: number
  size?: number
  limit?: number
  wd?: string
  status?: number[]
  category_id?: number[]
  user_id?: number[]
}

/** Lists deleted documents, newest deletion first; `owner` null = of all users. */
export const listDeleted = async (db: Db, filter: DeletedFilter, owner: number | null): Promise<{ rows: DeletedRow[]; total: number }> => {
  const where = and(
    isNotNull(t.deleted_at),
    owner === null ? undefined : eq(t.user_id, owner),
    filter.status && inArray(t.status, filter.status),
    filter.user_id && inArray(t.user_id, filter.user_id),
    filter.category_id &&
      inArray(t.id, db.select({ id: link.document_id }).from(link).where(inArray(link.category_id, filter.category_id))),
    ...patternsOf(filter.wd).map((word) => holds(t.title, word)),
  )
  return listPage(db, t, { where, order: [desc(t.deleted_at), desc(t.id)], ...pageOf(filter, 100) })
}

/** Returns the categories of these documents, one entry per document and category. */
export const listLinkedCategories = async (db: Db, ids: number[]): Promise<number[]> =>
  (await db.select({ id: link.category_id }).from(link).where(inArray(link.document_id, ids))).map((row) => row.id)
