import { and, count, eq, gt, isNull, ne, sql } from "drizzle-orm"
import type { Db } from "../../db/client"
import { sessionTable, userTable } from "../user/user.table"
import { findUserByEmail, findUserByMobile, findUserByName, type UserRow } from "../user/user.repository"

/**
 * Who logs in under this: a name, an e-mail address or a proven mobile number. Always the same three look-ups, so that the
 * time tells nothing. Erased accounts are nobody's.
 */
export const findByAnyName = async (db: Db, typed: string): Promise<UserRow | null> => {
  const [name, email, mobile] = await Promise.all([findUserByName(db, typed), findUserByEmail(db, typed), findUserByMobile(db, typed)])
  const found = mobile ?? email ?? name
  return found?.closed_at ? null : found
}

/** Has this person had a session from this address? */
export const hadSessionFrom = async (db: Db, userId: number, ip: string): Promise<boolean> =>
  (
    await db
      .select({ n: count() })
      .from(sessionTable)
      .where(and(eq(sessionTable.user_id, userId), eq(sessionTable.ip, ip), ne(sessionTable.ip, "")))
  ).some((row) => row.n > 0)

export const noteLogin = async (db: Db, id: number, ip: string, now: Date): Promise<UserRow> => {
  const [row] = await db.update(userTable).set({ login_at: now, last_login_ip: ip }).where(eq(userTable.id, id)).returning()
  return row!
}

/** Replaces a hash by a better one of the same password, unless the password was changed meanwhile. */
export const replaceHash = (db: Db, id: number, from: string, to: string) =>
  db
    .update(userTable)
    .set({ password: to })
    .where(and(eq(userTable.id, id), eq(userTable.password, from)))

export const setPassword = (db: Db, id: number, password: string, now: Date) =>
  db.update(userTable).set({ password, updated_at: now }).where(eq(userTable.id, id))

/** Marks the address as proven, unless another account has proven it. */
export const proveEmail = (db: Db, id: number, email: string) =>
  db
    .update(userTable)
    .set({ email_verified: true })
    .where(
      and(
        eq(userTable.id, id),
        eq(sql`lower(${userTable.email})`, email.toLowerCase()),
        sql`not exists (select 1 from ${userTable} other where other.email_verified and lower(other.email) = ${email.toLowerCase()} and other.id <> ${id})`,
      ),
    )

/** An account that is there and not erased, with this address. */
export const findUserWithEmail = async (db: Db, id: number, email: string): Promise<UserRow | null> =>
  (
    await db
      .select()
      .from(userTable)
      .where(
        and(
          eq(userTable.id, id),
          gt(userTable.id, 0),
          isNull(userTable.closed_at),
          eq(sql`lower(${userTable.email})`, email.toLowerCase()),
        ),
      )
  )[0] ?? null
