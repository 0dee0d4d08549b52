import { and, desc, eq, inArray, like, sql, type SQL } from "drizzle-orm"
import { ContentKind, ReviewStatus } from "../../../lib/contract/enums"
import type { Db } from "../../db/client"
import { orderOf, pageOf, wordsOf } from "../../db/listing"
import { articleTable } from "../article/article.table"
import { documentTable } from "../document/document.table"
import { userTable } from "../user/user.table"
import { commentTable as t } from "./comment.table"

export type CommentRow = typeof t.$inferSelect

export const findComment = async (db: Db, id: number): Promise<CommentRow | null> =>
  (await db.select().from(t).where(eq(t.id, id)))[0] ?? null
export const listCommentsById = (db: Db, ids: number[]): Promise<CommentRow[]> => db.select().from(t).where(inArray(t.id, ids))

/** When the person wrote last, or null. */
export const lastCommentAt = async (db: Db, userId: number): Promise<Date | null> =>
  (await db.select({ at: t.created_at }).from(t).where(eq(t.user_id, userId)).orderBy(desc(t.id)).limit(1))[0]?.at ?? null

export const addCommentRow = async (db: Db, row: typeof t.$inferInsert): Promise<CommentRow> =>
  (await db.insert(t).values(row).returning())[0]!

/** Locked in the order of their ids until the transaction ends. */
export const lockComments = (db: Db, ids: number[]): Promise<CommentRow[]> =>
  db.select().from(t).where(inArray(t.id, ids)).orderBy(t.id).for("update")

export const changeComments = (db: Db, ids: number[], values: Partial<typeof t.$inferInsert>) =>
  db.update(t).set(values).where(inArray(t.id, ids))

/** Answers to what is removed stay and stand by themselves. */
export const deleteCommentRows = async (db: Db, ids: number[]): Promise<void> => {
  await db.delete(t).where(inArray(t.id, ids))
  await db.update(t).set({ parent_id: 0 }).where(inArray(t.parent_id, ids))
}

const sortable = { id: t.id, created_at: t.created_at, comment_count: t.comment_count }
export type CommentFilter = {
  page?: number
  size?: number
  limit?: number
  order?: string
  wd?: string
  document_id?: number
  user_id?: number
  parent_id?: number[]
  type?: number[]
  status?: number[]
}

/** `visible` narrows to what the person may read. */
export const listComments = async (db: Db, filter: CommentFilter, visible?: SQL): Promise<{ rows: CommentRow[]; total: number }> => {
  const where = and(
    filter.document_id ? eq(t.document_id, filter.document_id) : undefined,
    filter.type?.length ? inArray(t.type, filter.type) : undefined,
    filter.user_id ? eq(t.user_id, filter.user_id) : undefined,
    filter.parent_id?.length ? inArray(t.parent_id, filter.parent_id) : undefined,
    filter.status?.length ? inArray(t.status, filter.status) : undefined,
    ...wordsOf(filter.wd).map((word) => like(sql`lower(${t.content})`, word)),
    visible,
  )
  const { offset, limit } = pageOf(filter, 100)
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(t)
      .where(where)
      .orderBy(orderOf(filter.order, sortable, desc(t.id)), desc(t.id))
      .offset(offset)
      .limit(limit),
    db.$count(t, where),
  ])
  return { rows, total }
}

/** One more that everybody may read: at its document or article, its author and the comment it answers. */
export const countOne = async (
  db: Db,
  { type, document_id, user_id, parent_id }: Pick<CommentRow, "type" | "document_id" | "user_id" | "parent_id">,
): Promise<void> => {
  const content = type === ContentKind.article ? articleTable : documentTable
  await db
    .update(content)
    .set({ comment_count: sql`${content.comment_count} + 1` })
    .where(eq(content.id, document_id))
  await db
    .update(userTable)
    .set({ comment_count: sql`${userTable.comment_count} + 1` })
    .where(eq(userTable.id, user_id))
  if (parent_id)
    await db
      .update(t)
      .set({ comment_count: sql`${t.comment_count} + 1` })
      .where(eq(t.id, parent_id))
}

/** Counts anew whatever these comments were counted at: one statement a table, however many rows. */
export const recount = async (db: Db, rows: CommentRow[]): Promise<void> => {
  const distinct = (ids: number[]) => [...new Set(ids)]
  const approved = (where: SQL) => sql`(select count(*) from ${t} one where one.status = ${ReviewStatus.approved} and ${where})`
  for (const [type, content] of [
    [ContentKind.document, documentTable],
    [ContentKind.article, articleTable],
  ] as const) {
    const ids = distinct(rows.filter((row) => row.type === type).map((row) => row.document_id))
    if (ids.length)
      await db
        .update(content)
        .set({ comment_count: approved(sql`one.type = ${type} and one.document_id = ${content}.id`) })
        .where(inArray(content.id, ids))
  }
  await db
    .update(userTable)
    .set({ comment_count: approved(sql`one.user_id = ${userTable}.id`) })
    .where(inArray(userTable.id, distinct(rows.map((row) => row.user_id))))
  const parents = distinct(rows.map((row) => row.parent_id)).filter((id) => id > 0)
  if (parents.length)
    await db
      .update(t)
      .set({ comment_count: approved(sql`one.parent_id = ${t}.id`) })
      .where(inArray(t.id, parents))
}
