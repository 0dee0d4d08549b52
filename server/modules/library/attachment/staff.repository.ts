import { and, desc, eq, getTableColumns, inArray, isNull, or, sql, type SQL } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { pageIds, anyLike, patternsOf } from "@/server/db/listing"
import { totalOf } from "@/server/db/totals"
import { attachmentTable as t } from "../files/attachment.table"
import { userTable } from "../../people/user/user.table"

export type AttachmentFilter = { wd?: string; enable?: boolean[]; user_id?: number[]; type?: number[] }

const chosen = <C extends typeof t.enable | typeof t.user_id | typeof t.type>(column: C, values: unknown[] | undefined): SQL | undefined =>
  values?.length ? inArray(column, values as never) : undefined

/** Removed files are excluded, except banned ones, whose rows keep the content from being uploaded again. */
const present = or(isNull(t.deleted_at), eq(t.enable, false))

const selected = (db: Db) =>
  db
    .select({ ...getTableColumns(t), username: sql<string>`coalesce(${userTable.username}, '')` })
    .from(t)
    .leftJoin(userTable, eq(userTable.id, t.user_id))

/** Reads a page of the files, newest first; `wd` searches name and description. */
export const listAttachments = async (db: Db, { wd, ...filter }: AttachmentFilter, page: { offset: number; limit: number }) => {
  const where = and(
    present,
    chosen(t.enable, filter.enable),
    chosen(t.user_id, filter.user_id),
    chosen(t.type, filter.type),
    ...patternsOf(wd).map((word) => anyLike([t.name, t.description], word)),
  )
  const [rows, total] = await Promise.all([
    selected(db)
      .where(inArray(t.id, pageIds(db, t, { where, order: [desc(t.id)], ...page })))
      .orderBy(desc(t.id)),
    totalOf(db, t, where),
  ])
  return { rows, total }
}

export const findAttachment = async (db: Db, id: number) => (await selected(db).where(and(eq(t.id, id), present)))[0] ?? null
