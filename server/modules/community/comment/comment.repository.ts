import { and, desc, eq, inArray, sql, type SQL } from "drizzle-orm"
import { ReviewStatus } from "@/lib/contract/library/content.enums"
import type { Db } from "@/server/db/client"
import { shifted } from "@/server/db/counting"
import { orderOf, pageOf, holds, patternsOf, listPage } from "@/server/db/listing"
import { commentTable as t } from "./comment.table"

export type CommentRow = typeof t.$inferSelect

export const findComment = async (db: Db, id: number): Promise<CommentRow | null> =>
  (await db.select().from(t).where(eq(t.id, id)))[0] ?? null
export const listCommentsById = (db: Db, ids: number[]): Promise<CommentRow[]> => db.select().from(t).where(inArray(t.id, ids))

/** Returns the time of the user's last comment, or null. */
export const lastCommentAt = async (db: Db, userId: number): Promise<Date | null> =>
  (await db.select({ at: t.created_at }).from(t).where(eq(t.user_id, userId)).orderBy(desc(t.id)).limit(1))[0]?.at ?? null

export const addCommentRow = async (db: Db, row: typeof t.$inferInsert): Promise<CommentRow> =>
  (await db.insert(t).values(row).returning())[0]!

/** Locks comments in id order until the transaction ends. */
export const lockComments = (db: Db, ids: number[]): Promise<CommentRow[]> =>
  db.select().from(t).where(inArray(t.id, ids)).orderBy(t.id).for("update")

export const changeComments = (db: Db, ids: number[], values: Partial<typeof t.$inferInsert>) =>
  db.update(t).set(values).where(inArray(t.id, ids))

/** Deletes comments; replies to them stay as top-level comments. */
export const deleteCommentRows = async (db: Db, ids: number[]): Promise<void> => {
  await db.delete(t).where(inArray(t.id, ids))
  await db.update(t).set({ parent_id: 0 }).where(inArray(t.parent_id, ids))
}

/** Makes answers to comments that do not exist top-level comments, and returns their ids. */
export const detachAnswerRows = async (db: Db): Promise<number[]> => {
  const rows = await db
    .update(t)
    .set({ parent_id: 0 })
    .where(sql`${t.parent_id} <> 0 and not exists (select 1 from ${t} parent where parent.id = ${t.parent_id})`)
    .returning({ id: t.id })
  return rows.map(({ id }) => id)
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

/** Maximum number of comments per response, and the default page size. */
const maxListed = 100

/** Lists comments; `visible` restricts them to those that the user may read. */
export const listComments = async (db: Db, filter: CommentFilter, visible?: SQL): Promise<{ rows: CommentRow[]; total: number }> => {
  const where = and(
    filter.document_id ? eq(t.document_id, filter.document_id) : undefined,
    filter.type?.length ? inArray(t.type, filter.type) : undefined,
    filter.user_id ? eq(t.user_id, filter.user_id) : undefined,
    filter.parent_id?.length ? inArray(t.parent_id, filter.parent_id) : undefined,
    filter.status?.length ? inArray(t.status, filter.status) : undefined,
    ...patternsOf(filter.wd).map((word) => holds(t.content, word)),
    visible,
  )
  return listPage(db, t, {
    where,
    order: [orderOf(filter.order, sortable, desc(t.id)), desc(t.id)],
    ...pageOf(filter, maxListed, maxListed),
  })
}

/** Recounts the approved replies to these comments. */
export const countAnswers = async (db: Db, ids: number[]): Promise<void> => {
  if (ids.length)
    await db
      .update(t)
      .set({ comment_count: approvedWhere(sql`one.parent_id = ${t}.id`) })
      .where(inArray(t.id, ids))
}

/** Changes the number of replies by `by`. */
export const changeAnswerCount = (db: Db, id: number, by: number) =>
  db
    .update(t)
    .set(shifted(t, { comment_count: by }))
    .where(eq(t.id, id))

/** Counts the approved comments, aliased `one`, that match the condition. */
export const approvedWhere = (where: SQL): SQL =>
  sql`(select count(*) from ${t} one where one.status = ${ReviewStatus.approved} and ${where})`
