import { and, desc, eq, isNull } from "drizzle-orm"
import { AttachmentType } from "../../../lib/contract/enums"
import type { Db } from "../../db/client"
import { attachmentTable } from "../attachment/attachment.table"
import { documentVersionTable as t } from "./document.table"

export type VersionRow = typeof t.$inferSelect

/** Every file that the document had, has and is to have, newest first; none where it was never replaced. */
export const listVersions = (db: Db, documentId: number): Promise<VersionRow[]> =>
  db.select().from(t).where(eq(t.document_id, documentId)).orderBy(desc(t.version))

export const addVersion = (db: Db, row: typeof t.$inferInsert) => db.insert(t).values(row)

export const findFile = async (db: Db, id: number) => (await db.select().from(attachmentTable).where(eq(attachmentTable.id, id)))[0] ?? null

/** A file that this person sent and that has not become a document yet, locked; null otherwise. */
export const lockUnusedFile = async (db: Db, id: number, userId: number) =>
  (
    await db
      .select()
      .from(attachmentTable)
      .where(
        and(
          eq(attachmentTable.id, id),
          eq(attachmentTable.user_id, userId),
          eq(attachmentTable.type, AttachmentType.document),
          eq(attachmentTable.type_id, 0),
          eq(attachmentTable.enable, true),
          isNull(attachmentTable.deleted_at),
        ),
      )
      .for("update")
  )[0] ?? null

export const changeFile = (db: Db, id: number, values: Partial<typeof attachmentTable.$inferInsert>) =>
  db.update(attachmentTable).set(values).where(eq(attachmentTable.id, id))
