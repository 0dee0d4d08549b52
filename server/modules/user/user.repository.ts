import { and, eq, gt, inArray, isNull, sql } from "drizzle-orm"
import type { Db } from "../../db/client"
import { groupTable, sessionTable, userGroupTable, userTable } from "./user.table"

export type UserRow = typeof userTable.$inferSelect
export type GroupRow = typeof groupTable.$inferSelect

export const findUser = async (db: Db, id: number): Promise<UserRow | null> => (await db.select().from(userTable).where(eq(userTable.id, id)))[0] ?? null

export const findUserByName = async (db: Db, username: string): Promise<UserRow | null> =>
  (await db.select().from(userTable).where(eq(sql`lower(${userTable.username})`, username.toLowerCase())))[0] ?? null

export const findUserByEmail = async (db: Db, email: string): Promise<UserRow | null> =>
  (await db.select().from(userTable).where(and(sql`${userTable.email} <> ''`, eq(sql`lower(${userTable.email})`, email.toLowerCase()))))[0] ?? null

export const listUsersById = (db: Db, ids: number[]): Promise<UserRow[]> => (ids.length ? db.select().from(userTable).where(inArray(userTable.id, ids)) : Promise.resolve([]))

export const addUser = async (db: Db, user: typeof userTable.$inferInsert): Promise<UserRow> => {
  const [row] = await db.insert(userTable).values(user).returning()
  return row!
}

export const listGroups = (db: Db, userId: number): Promise<GroupRow[]> =>
  db
    .select({ group: groupTable })
    .from(userGroupTable)
    .innerJoin(groupTable, eq(groupTable.id, userGroupTable.group_id))
    .where(eq(userGroupTable.user_id, userId))
    .orderBy(groupTable.id)
    .then((rows) => rows.map((row) => row.group))

export const findDefaultGroup = async (db: Db): Promise<GroupRow | null> => (await db.select().from(groupTable).where(eq(groupTable.is_default, true)).orderBy(groupTable.id).limit(1))[0] ?? null

export const addToGroup = async (db: Db, userId: number, groupId: number): Promise<void> => {
  const added = await db.insert(userGroupTable).values({ user_id: userId, group_id: groupId }).onConflictDoNothing().returning()
  if (added.length) await db.update(groupTable).set({ user_count: sql`${groupTable.user_count} + 1` }).where(eq(groupTable.id, groupId))
}

export const addSession = (db: Db, session: typeof sessionTable.$inferInsert) => db.insert(sessionTable).values(session)

/** The session's user, while the session is neither expired nor revoked. */
export const findSession = async (db: Db, jti: string, now: Date): Promise<{ id: number; username: string } | null> =>
  (
    await db
      .select({ id: userTable.id, username: userTable.username })
      .from(sessionTable)
      .innerJoin(userTable, eq(userTable.id, sessionTable.user_id))
      .where(and(eq(sessionTable.id, jti), isNull(sessionTable.revoked_at), gt(sessionTable.expires_at, now)))
  )[0] ?? null

export const revokeSession = (db: Db, jti: string, now: Date) => db.update(sessionTable).set({ revoked_at: now }).where(and(eq(sessionTable.id, jti), isNull(sessionTable.revoked_at)))

export const revokeSessionsOf = (db: Db, userId: number, now: Date) =>
  db.update(sessionTable).set({ revoked_at: now }).where(and(eq(sessionTable.user_id, userId), isNull(sessionTable.revoked_at))).returning({ id: sessionTable.id })
