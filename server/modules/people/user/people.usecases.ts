import type { DbCtx } from "@/server/context"
import { findUserByEmail, findUserByMobile, findUserByName, listUsersByEmail, type UserRow } from "./people.repository"

/* The functions on user rows that other modules may use. */

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
  listUsersByName,
  noteLogin,
  proveEmail,
  replaceHash,
  setCredits,
  setUserCounts,
  updateUser,
  type UserRow,
} from "./people.repository"

/**
 * Returns the user who logs in with this name, verified e-mail address or verified mobile number. Always makes the same three lookups, so
 * that timing reveals nothing. Erased accounts never match.
 */
export const findByAnyName = async (ctx: DbCtx, typed: string): Promise<UserRow | null> => {
  const [name, email, mobile] = await Promise.all([findUserByName(ctx, typed), findUserByEmail(ctx, typed), findUserByMobile(ctx, typed)])
  const user = mobile ?? email ?? name
  return user?.closed_at ? null : user
}

/** Returns the accounts with this address, the one that has verified it first. */
export const ownersOfEmail = async (ctx: DbCtx, email: string): Promise<{ id: number; username: string; proven: boolean }[]> =>
  (await listUsersByEmail(ctx, email)).map(({ id, username, email_verified }) => ({ id, username, proven: email_verified }))

export const ownerOfMobile = async (ctx: DbCtx, mobile: string): Promise<{ id: number } | null> => {
  const row = await findUserByMobile(ctx, mobile)
  return row && { id: row.id }
}
