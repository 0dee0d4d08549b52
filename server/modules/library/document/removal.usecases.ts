import { inArray } from "drizzle-orm"
import type { DbCtx } from "@/server/context"
import { attachmentTable } from "../files/attachment.table"
import { markAttachments } from "../files/attachments.usecases"
import { documentTable as t, documentVersionTable } from "./document.table"

/** Restores deleted rows. */
export const undeleteDocuments = ({ db }: DbCtx, ids: number[], now: Date) =>
  db.update(t).set({ deleted_at: null, deleted_user_id: 0, updated_at: now }).where(inArray(t.id, ids))

/** Permanently deletes the rows with everything that depends on them, and marks their files for the next sweep. */
export const purgeDocumentRows = async ({ db }: DbCtx, rows: { id: number; attachment_id: number }[], now: Date): Promise<void> => {
  const ids = rows.map((row) => row.id)
  const versions = await db
    .select({ attachment_id: documentVersionTable.attachment_id })
    .from(documentVersionTable)
    .where(inArray(documentVersionTable.document_id, ids))
  await markAttachments(
    { db },
    inArray(
      attachmentTable.id,
      [...rows, ...versions].map((one) => one.attachment_id),
    ),
    now,
  )
  await db.delete(t).where(inArray(t.id, ids))
}
