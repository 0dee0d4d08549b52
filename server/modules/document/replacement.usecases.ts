import type { Ctx } from "../../context"
import { dropReplacement, findReplacement } from "./conversion.repository"
import type { DocumentRow } from "./document.repository"
import { changeFile } from "../files/attachments.usecases"

/** The new file could not be converted: the document stays what it is, and the file goes with the next sweep. */
export const giveUpReplacement = async (ctx: Ctx, row: Pick<DocumentRow, "id" | "attachment_id">): Promise<void> => {
  const next = await findReplacement(ctx.db, row)
  if (!next) return
  await dropReplacement(ctx.db, next.id)
  await changeFile(ctx, next.attachment_id, { deleted_at: ctx.now() })
}
