import { and, eq, inArray, lt, sql } from "drizzle-orm"
import type { Db } from "../../db/client"
import { userTable } from "../user/user.table"
import { oauthStateTable, userOauthTable } from "./oauth.table"

export type BindingRow = typeof userOauthTable.$inferSelect
export type StateRow = typeof oauthStateTable.$inferSelect

/** Writes a login down that has begun, and forgets those that nobody finished. */
export const addState = async (db: Db, row: typeof oauthStateTable.$inferInsert, now: Date): Promise<void> => {
  await db.delete(oauthStateTable).where(lt(oauthStateTable.expires_at, now))
  await db.insert(oauthStateTable).values(row)
}

/** Whoever takes a state has the only one: it is gone for everybody else, also when what follows fails. */
export const takeState = async (db: Db, id: string): Promise<StateRow | null> =>
  (await db.delete(oauthStateTable).where(eq(oauthStateTable.id, id)).returning())[0] ?? null

/** The bindings under any of these ids at any of these types. */
export const listOwners = (db: Db, types: number[], openids: string[]): Promise<BindingRow[]> =>
  db
    .select()
    .from(userOauthTable)
    .where(and(inArray(userOauthTable.oauth_type, types), inArray(userOauthTable.openid, openids)))
    .orderBy(userOauthTable.id)

export const listBindings = (db: Db, userId: number): Promise<BindingRow[]> =>
  db.select().from(userOauthTable).where(eq(userOauthTable.user_id, userId)).orderBy(userOauthTable.id)

/** null when somebody was quicker: the identity, or the person's place for this type, is taken. */
export const addBinding = async (db: Db, row: typeof userOauthTable.$inferInsert): Promise<BindingRow | null> =>
  (await db.insert(userOauthTable).values(row).onConflictDoNothing().returning())[0] ?? null

export const updateBinding = (db: Db, id: number, row: Partial<BindingRow>) =>
  db.update(userOauthTable).set(row).where(eq(userOauthTable.id, id))

export const deleteBinding = (db: Db, id: number) => db.delete(userOauthTable).where(eq(userOauthTable.id, id))

/** Holds an identity until the transaction ends: two people who bring it at once come one after the other. */
export const lockIdentity = (db: Db, openid: string) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`oauth ${openid}`}, 0))`)

export const findPerson = async (db: Db, id: number): Promise<typeof userTable.$inferSelect | null> =>
  (await db.select().from(userTable).where(eq(userTable.id, id)))[0] ?? null

/** The person's row, held until the transaction ends. */
export const lockPerson = async (db: Db, id: number): Promise<typeof userTable.$inferSelect | null> =>
  (await db.select().from(userTable).where(eq(userTable.id, id)).for("update"))[0] ?? null
