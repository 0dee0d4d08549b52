import { and, eq, isNull, sql } from "drizzle-orm"
import { AttachmentType } from "@/lib/contract/library/attachment.enums"
import type { Db } from "@/server/db/client"
import { attachmentTable as a } from "../files/attachment.table"

/** Serializes a user's uploads until the transaction ends, so that their totals cannot change during it. */
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
