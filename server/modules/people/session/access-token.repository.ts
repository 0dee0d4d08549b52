import { and, desc, eq, gt } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { userTable } from "../user/user.table"
import { accessTokenTable as t } from "./access-token.table"
import { mayEnter, personColumns } from "./session.repository"

const tokenColumns = { token_id: t.id, scope: t.scope, last_used_at: t.last_used_at, last_used_ip: t.last_used_ip }

/** Returns a token with its user if it has not expired and the account may log in. */
export const findToken = async (db: Db, by: { hash: string } | { id: number }, now: Date) =>
  (
    await db
      .select({ ...personColumns, ...tokenColumns })
      .from(t)
      .innerJoin(userTable, eq(userTable.id, t.user_id))
      .where(and("hash" in by ? eq(t.hash, by.hash) : eq(t.id, by.id), gt(t.expires_at, now), mayEnter(db, now)))
  )[0] ?? null

export const noteTokenUse = (db: Db, id: number, last_used_at: Date, last_used_ip: string) =>
  db.update(t).set({ last_used_at, last_used_ip }).where(eq(t.id, id))

/** Returns the tokens that have not expired, newest first. */
export const listTokens = (db: Db, userId: number, now: Date) =>
  db
    .select()
    .from(t)
    .where(and(eq(t.user_id, userId), gt(t.expires_at, now)))
    .orderBy(desc(t.id))

export const countTokens = (db: Db, userId: number, now: Date) => db.$count(t, and(eq(t.user_id, userId), gt(t.expires_at, now)))

/** Serializes token creation for a user, so that concurrent requests cannot exceed the maximum. */
export const lockOwner = (db: Db, userId: number) =>
  db.select({ id: userTable.id }).from(userTable).where(eq(userTable.id, userId)).for("update")

export const addToken = async (db: Db, row: Omit<typeof t.$inferInsert, "id">): Promise<number> =>
  (await db.insert(t).values(row).returning({ id: t.id }))[0]!.id

/** Deletes a token of this user. Returns its name, or null if there is none. */
export const removeToken = async (db: Db, userId: number, id: number): Promise<string | null> =>
  (
    await db
      .delete(t)
      .where(and(eq(t.user_id, userId), eq(t.id, id)))
      .returning({ name: t.name })
  )[0]?.name ?? null

export const removeTokensOf = (db: Db, userId: number) => db.delete(t).where(eq(t.user_id, userId))
