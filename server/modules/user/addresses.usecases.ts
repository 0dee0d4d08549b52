import type { Ctx } from "../../context"
import { findUserByEmail, findUserByMobile } from "./user.repository"

/* Whose address it is, for modules that send something there. None of this may show in an answer to strangers. */

export const ownerOfEmail = async (ctx: Ctx, email: string): Promise<{ id: number; proven: boolean } | null> => {
  const row = await findUserByEmail(ctx.db, email)
  return row && { id: row.id, proven: row.email_verified }
}

export const ownerOfMobile = async (ctx: Ctx, mobile: string): Promise<{ id: number } | null> => {
  const row = await findUserByMobile(ctx.db, mobile)
  return row && { id: row.id }
}
