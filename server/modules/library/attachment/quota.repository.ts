import { and, eq, gt, isNull, sql } from "drizzle-orm"
import { AttachmentType } from "@/lib/contract/further-enums"
import type { Db } from "@/server/db/client"
import { attachmentTable as a } from "../files/attachment.table"
import { unfinishedUploadTable as t } from "./unfinished-upload.table"

/** One upload of a person after the other, until the transaction ends: what they count together must not change meanwhile. */
export const lockUploadsOf = async (db: Db, userId: number): Promise<void> =>
  void (await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`uploads-${userId}`}, 0))`))

/** Bytes of the person's files that are no document yet. */
export const unusedBytes = async (db: Db, userId: number): Promise<number> => {
  const [row] = await db
    .select({ bytes: sql<string>`coalesce(sum(${a.size}), 0)` })
    .from(a)
    .where(and(eq(a.user_id, userId), eq(a.type, AttachmentType.document), eq(a.type_id, 0), isNull(a.deleted_at)))
  return Number(row?.bytes ?? 0)
}

/** The person's uploads that are not whole: how many, and the bytes that they will have. */
export const unfinishedUploads = async (db: Db, userId: number, now: Date): Promise<{ count: number; bytes: number }> => {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int`, bytes: sql<string>`coalesce(sum(${t.size}), 0)` })
    .from(t)
    .where(and(eq(t.user_id, userId), gt(t.expires_at, now)))
  return { count: row?.count ?? 0, bytes: Number(row?.bytes ?? 0) }
}

export const addUnfinished = (db: Db, row: typeof t.$inferInsert) => db.insert(t).values(row)
export const dropUnfinished = (db: Db, id: string) => db.delete(t).where(eq(t.id, id))
