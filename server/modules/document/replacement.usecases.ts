import type { Ctx } from "../../context"
import { dropReplacement, findReplacement } from "./conversion.repository"
import type { DocumentRow } from "./document.repository"
import { changeFile } from "../files/attachments.usecases"

/** Discards a replacement that could not be converted; the next sweep removes its file. */
export const giveUpReplacement = async (ctx: Ctx, row: Pick<DocumentRow, "id" | "attachment_id">): Promise<void> => {
  const next = await findReplacement(ctx.db, row)
  if (!next) return
  await dropReplacement(ctx.db, next.id)
  await changeFile(ctx, next.attachment_id, { deleted_at: ctx.now() })
}
