import { and, eq, isNull, ne, sql } from "drizzle-orm"
import { AttachmentType } from "../../../lib/contract/enums"
import type { Db } from "../../db/client"
import { attachmentTable } from "../attachment/attachment.table"
import { sessionTable, userTable } from "../user/user.table"

export const updateUser = (db: Db, id: number, changes: Partial<typeof userTable.$inferInsert>, now: Date) =>
  db
    .update(userTable)
    .set({ ...changes, updated_at: now })
    .where(eq(userTable.id, id))

/** Has this person sent this very avatar, and not replaced it since? */
export const ownsAvatar = async (db: Db, userId: number, path: string): Promise<boolean> =>
  (await db.$count(
    attachmentTable,
    and(
      eq(attachmentTable.user_id, userId),
      eq(attachmentTable.type, AttachmentType.avatar),
      eq(attachmentTable.path, path),
      eq(attachmentTable.enable, true),
      isNull(attachmentTable.deleted_at),
    ),
  )) > 0

/** Has another account proven this address? */
export const isProvenByAnother = async (db: Db, field: "email" | "mobile", address: string, userId: number): Promise<boolean> => {
  const proven =
    field === "email"
      ? and(userTable.email_verified, eq(sql`lower(${userTable.email})`, address.toLowerCase()))
      : and(userTable.mobile_verified, eq(userTable.mobile, address))
  return (await db.$count(userTable, and(proven, ne(userTable.id, userId)))) > 0
}

/** When the session that asks began. */
export const findSessionStart = async (db: Db, jti: string): Promise<Date | null> =>
  (await db.select({ at: sessionTable.created_at }).from(sessionTable).where(eq(sessionTable.id, jti)))[0]?.at ?? null
