import { and, eq, gt, isNull, sql } from "drizzle-orm"
import { AttachmentType } from "@/lib/contract/library/attachment.enums"
import type { Db } from "@/server/db/client"
import { attachmentTable as a } from "../files/attachment.table"
import { unfinishedUploadTable as t } from "./unfinished-upload.table"

/** Serializes a user's uploads until the transaction ends, so that their totals cannot change meanwhile. */
export const lockUploadsOf = async (db: Db, userId: number): Promise<void> =>
  void (await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`uploads-${userId}`}, 0))`))

/** Returns the size of the user's files that are no document yet. */
export const unusedBytes = async (db: Db, userId: number): Promise<number> => {
  const [row] = await db
    .select({ bytes: sql<string>`coalesce(sum(${a.size}), 0)` })
    .from(a)
    .where(and(eq(a.user_id, userId), eq(a.type, AttachmentType.document), eq(a.type_id, 0), isNull(a.deleted_at)))
  return Number(row?.bytes ?? 0)
}

/** Returns the number of the user's unfinished uploads and their declared total size. */
export const unfinishedUploads = async (db: Db, userId: number, now: Date): Promise<{ count: number; bytes: number }> => {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int`, bytes: sql<string>`coalesce(sum(${t.size}), 0)` })
    .from(t)
    .where(and(eq(t.user_id, userId), gt(t.expires_at, now)))
  return { count: row?.count ?? 0, bytes: Number(row?.bytes ?? 0) }
}

export const addUnfinished = (db: Db, row: typeof t.$inferInsert) => db.insert(t).values(row)
export const dropUnfinished = (db: Db, id: string) => db.delete(t).where(eq(t.id, id))
