import type { DbCtx } from "@/server/context"
import { findUserByEmail, findUserByMobile, findUserByName, listUsersByEmail, type UserRow } from "./people.repository"

/* What other modules may do with user rows. */

export {
  addUser,
  changeUserCounts,
  deleteUser,
  findUser,
  findUserByEmail,
  findUserByMobile,
  findUserByName,
  findUserWithEmail,
  isProvenByAnother,
  listUsersById,
  noteLogin,
  proveEmail,
  replaceHash,
  setCredits,
  setUserCounts,
  updateUser,
  type UserRow,
} from "./people.repository"

/**
 * Who logs in under this: a name, a proven e-mail address or a proven mobile number. Always the same three look-ups, so that the
 * time tells nothing. Erased accounts are nobody's.
 */
export const findByAnyName = async (ctx: DbCtx, typed: string): Promise<UserRow | null> => {
  const [name, email, mobile] = await Promise.all([findUserByName(ctx, typed), findUserByEmail(ctx, typed), findUserByMobile(ctx, typed)])
  const found = mobile ?? email ?? name
  return found?.closed_at ? null : found
}

/** The accounts that name this address, first the one that has proven it. */
export const ownersOfEmail = async (ctx: DbCtx, email: string): Promise<{ id: number; username: string; proven: boolean }[]> =>
  (await listUsersByEmail(ctx, email)).map(({ id, username, email_verified }) => ({ id, username, proven: email_verified }))

export const ownerOfMobile = async (ctx: DbCtx, mobile: string): Promise<{ id: number } | null> => {
  const row = await findUserByMobile(ctx, mobile)
  return row && { id: row.id }
}
