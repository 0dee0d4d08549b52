import { and, eq, inArray, lt, sql } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { userTable } from "../user/user.table"
import { oauthStateTable, userOauthTable } from "./oauth.table"

export type BindingRow = typeof userOauthTable.$inferSelect
export type StateRow = typeof oauthStateTable.$inferSelect

/** Records a started login and removes expired ones. */
export const addState = async (db: Db, row: typeof oauthStateTable.$inferInsert, now: Date): Promise<void> => {
  await db.delete(oauthStateTable).where(lt(oauthStateTable.expires_at, now))
  await db.insert(oauthStateTable).values(row)
}

/** Consumes a state: it is valid once, even if the login fails afterwards. */
export const takeState = async (db: Db, id: string): Promise<StateRow | null> =>
  (await db.delete(oauthStateTable).where(eq(oauthStateTable.id, id)).returning())[0] ?? null

/** Returns the bindings under any of these ids and types. */
export const listOwners = (db: Db, types: number[], openids: string[]): Promise<BindingRow[]> =>
  db
    .select()
    .from(userOauthTable)
    .where(and(inArray(userOauthTable.oauth_type, types), inArray(userOauthTable.openid, openids)))
    .orderBy(userOauthTable.id)

export const listBindings = (db: Db, userId: number): Promise<BindingRow[]> =>
  db.select().from(userOauthTable).where(eq(userOauthTable.user_id, userId)).orderBy(userOauthTable.id)

/** Adds a binding. Returns null if the identity, or the user's binding of this type, already exists. */
export const addBinding = async (db: Db, row: typeof userOauthTable.$inferInsert): Promise<BindingRow | null> =>
  (await db.insert(userOauthTable).values(row).onConflictDoNothing().returning())[0] ?? null

export const updateBinding = (db: Db, id: number, row: Partial<BindingRow>) =>
  db.update(userOauthTable).set(row).where(eq(userOauthTable.id, id))

export const deleteBinding = (db: Db, id: number) => db.delete(userOauthTable).where(eq(userOauthTable.id, id))

/** Locks an identity until the transaction ends. */
export const lockIdentity = (db: Db, openid: string) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`oauth ${openid}`}, 0))`)

export const findPerson = async (db: Db, id: number): Promise<typeof userTable.$inferSelect | null> =>
  (await db.select().from(userTable).where(eq(userTable.id, id)))[0] ?? null

/** Returns the user's row, locked until the transaction ends. */
export const lockPerson = async (db: Db, id: number): Promise<typeof userTable.$inferSelect | null> =>
  (await db.select().from(userTable).where(eq(userTable.id, id)).for("update"))[0] ?? null
