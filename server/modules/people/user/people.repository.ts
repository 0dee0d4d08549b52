import { and, desc, eq, gt, inArray, isNull, ne, sql, type SQL } from "drizzle-orm"
import type { DbCtx } from "@/server/context"
import { shifted } from "@/server/db/counting"
import { userTable } from "./user.table"

export type UserRow = typeof userTable.$inferSelect

export const findUser = async ({ db }: DbCtx, id: number): Promise<UserRow | null> =>
  (await db.select().from(userTable).where(eq(userTable.id, id)))[0] ?? null

export const findUserByName = async ({ db }: DbCtx, username: string): Promise<UserRow | null> =>
  (
    await db
      .select()
      .from(userTable)
      .where(eq(sql`lower(${userTable.username})`, username.toLowerCase()))
  )[0] ?? null

/** Returns the users with these names, given in lower case; closed accounts are excluded. */
export const listUsersByName = ({ db }: DbCtx, names: string[]): Promise<UserRow[]> =>
  names.length
    ? db
        .select()
        .from(userTable)
        .where(and(inArray(sql`lower(${userTable.username})`, names), isNull(userTable.closed_at)))
    : Promise.resolve([])

const withEmail = (email: string) =>
  and(ne(userTable.email, ""), eq(sql`lower(${userTable.email})`, email.toLowerCase()), isNull(userTable.closed_at))

/** Returns the account that has verified this e-mail address: an unverified address gives no access (`docs/decisions/007`). */
export const findUserByEmail = async ({ db }: DbCtx, email: string): Promise<UserRow | null> =>
  (
    await db
      .select()
      .from(userTable)
      .where(and(withEmail(email), userTable.email_verified))
  )[0] ?? null

/**
 * Returns at most ten accounts with this e-mail address: the one that has verified it first, then the oldest. Erased accounts are excluded.
 */
export const listUsersByEmail = ({ db }: DbCtx, email: string): Promise<UserRow[]> =>
  db.select().from(userTable).where(withEmail(email)).orderBy(desc(userTable.email_verified), userTable.id).limit(10)

/** Finds a user by a verified number: a code sent to it logs in to the account. */
export const findUserByMobile = async ({ db }: DbCtx, mobile: string): Promise<UserRow | null> =>
  (
    await db
      .select()
      .from(userTable)
      .where(and(eq(userTable.mobile, mobile), userTable.mobile_verified, isNull(userTable.closed_at)))
  )[0] ?? null

export const listUsersById = ({ db }: DbCtx, ids: number[]): Promise<UserRow[]> =>
  ids.length ? db.select().from(userTable).where(inArray(userTable.id, ids)) : Promise.resolve([])

export const addUser = async ({ db }: DbCtx, user: typeof userTable.$inferInsert): Promise<UserRow> => {
  const [row] = await db.insert(userTable).values(user).returning()
  return row!
}

export const noteLogin = async ({ db }: DbCtx, id: number, ip: string, now: Date): Promise<UserRow> => {
  const [row] = await db.update(userTable).set({ login_at: now, last_login_ip: ip }).where(eq(userTable.id, id)).returning()
  return row!
}

/** Upgrades a hash of the same password, unless the password has changed. */
export const replaceHash = ({ db }: DbCtx, id: number, from: string, to: string) =>
  db
    .update(userTable)
    .set({ password: to, password_rehashed: true })
    .where(and(eq(userTable.id, id), eq(userTable.password, from)))

/** Marks the address as verified, unless another account has verified it. */
export const proveEmail = ({ db }: DbCtx, id: number, email: string) =>
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

/** Returns an account that has this address and is not erased. */
export const findUserWithEmail = async ({ db }: DbCtx, id: number, email: string): Promise<UserRow | null> =>
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

export const updateUser = ({ db }: DbCtx, id: number, changes: Partial<typeof userTable.$inferInsert>, now: Date) =>
  db
    .update(userTable)
    .set({ ...(changes.password === undefined ? {} : { password_rehashed: false }), ...changes, updated_at: now })
    .where(eq(userTable.id, id))

/** Checks whether another account has verified this address. */
export const isProvenByAnother = async ({ db }: DbCtx, field: "email" | "mobile", address: string, userId: number): Promise<boolean> => {
  const proven =
    field === "email"
      ? and(userTable.email_verified, eq(sql`lower(${userTable.email})`, address.toLowerCase()))
      : and(userTable.mobile_verified, eq(userTable.mobile, address))
  return (await db.$count(userTable, and(proven, ne(userTable.id, userId)))) > 0
}

type UserCount = "doc_count" | "article_count" | "favorite_count" | "comment_count" | "credit_count"

/** Adds the same difference to counters of each of these users. */
export const changeUserCounts = ({ db }: DbCtx, ids: number[], changes: Partial<Record<UserCount, number>>) =>
  db.update(userTable).set(shifted(userTable, changes)).where(inArray(userTable.id, ids))

/** Stores recalculated counters. */
export const setUserCounts = ({ db }: DbCtx, ids: number[], values: Partial<Record<UserCount, number | SQL>>) =>
  db.update(userTable).set(values).where(inArray(userTable.id, ids))

/** Stores users' balances as computed by the ledger. */
export const setCredits = ({ db }: DbCtx, rows: { user_id: number; balance: number }[]) =>
  db.execute(sql`update ${userTable} set credit_count = given.balance
    from (values ${sql.join(
      rows.map(({ user_id, balance }) => sql`(${user_id}::bigint, ${balance}::integer)`),
      sql`, `,
    )}) as given (id, balance) where ${userTable}.id = given.id`)

/** Deletes the user row, after every other table has deleted its data. */
export const deleteUser = ({ db }: DbCtx, id: number) => db.delete(userTable).where(eq(userTable.id, id))
