import { and, desc, eq, gt, inArray, isNull, ne, or, sql } from "drizzle-orm"
import { ContentKind } from "@/lib/contract/library/content.enums"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { queuedStatuses, readableStatuses } from "@/lib/rules/library/document-status"
import type { Db } from "@/server/db/client"
import { totalOf } from "@/server/db/totals"
import { articleTable } from "../../articles/article/article.table"
import { categoryTable } from "../../library/category/category.table"
import { commentTable } from "../../community/comment/comment.table"
import { documentTable as d } from "../../library/document/document.table"
import { userTable } from "../../people/user/user.table"

const notDeleted = isNull(d.deleted_at)

/** Returns the extensions in use with one index step each: a library has few of them, however many documents. */
const listExtensions = async (db: Db): Promise<string[]> => {
  const { rows } = await db.execute<{ ext: string }>(sql`
    with recursive used as (
      (select ext from ${d} where deleted_at is null order by ext limit 1)
      union all
      select (select next.ext from ${d} as next where next.deleted_at is null and next.ext > used.ext order by next.ext limit 1)
      from used where used.ext is not null
    )
    select ext from used where ext is not null`)
  return rows.map(({ ext }) => ext)
}

const maxFormats = 40

/** Counts public documents by extension, most frequent first. Large numbers are as stale as those of lists (`server/db/totals.ts`). */
export const countFormats = async (db: Db): Promise<{ ext: string; count: number }[]> => {
  const formats: { ext: string; count: number }[] = []
  for (const ext of (await listExtensions(db)).slice(0, maxFormats))
    formats.push({ ext, count: await totalOf(db, d, and(eq(d.ext, ext), inArray(d.status, readableStatuses), notDeleted)) })
  return formats.filter(({ count }) => count > 0).toSorted((one, other) => other.count - one.count)
}

/** Returns the top-level categories with the most documents. */
export const listLargeCategories = (db: Db, limit: number): Promise<{ id: number; title: string; count: number }[]> =>
  db
    .select({ id: categoryTable.id, title: categoryTable.title, count: categoryTable.doc_count })
    .from(categoryTable)
    .where(and(eq(categoryTable.parent_id, 0), eq(categoryTable.type, ContentKind.document), gt(categoryTable.doc_count, 0)))
    .orderBy(desc(categoryTable.doc_count), categoryTable.id)
    .limit(limit)

/** Counts everything, public or not, except content in the recycle bin. */
export const countAll = async (db: Db) => ({
  document: await totalOf(db, d, notDeleted),
  user: await totalOf(db, userTable, undefined),
  comment: await totalOf(db, commentTable, undefined),
  article: await totalOf(db, articleTable, isNull(articleTable.deleted_at)),
})

const { converting, failed, reviewing } = DocumentStatus

/** Counts documents by conversion state. Blocked documents are waiting but not queued. */
export const countConversions = async (db: Db) => {
  const inLine = and(or(inArray(d.status, queuedStatuses), and(eq(d.status, reviewing), d.draw_in_review)), notDeleted)
  return {
    waiting: await totalOf(db, d, and(inLine, eq(d.convert_error, ""))),
    stopped: await totalOf(db, d, and(inLine, ne(d.convert_error, ""))),
    converting: await totalOf(db, d, and(eq(d.status, converting), notDeleted)),
    failed: await totalOf(db, d, and(eq(d.status, failed), notDeleted)),
  }
}
