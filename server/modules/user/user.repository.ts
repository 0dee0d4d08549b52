import { and, desc, eq, inArray, isNull, ne, sql } from "drizzle-orm"
import type { Db } from "../../db/client"
import { groupTable, userGroupTable, userTable } from "./user.table"

export type UserRow = typeof userTable.$inferSelect
export type GroupRow = typeof groupTable.$inferSelect

export const findUser = async (db: Db, id: number): Promise<UserRow | null> =>
  (await db.select().from(userTable).where(eq(userTable.id, id)))[0] ?? null

export const findUserByName = async (db: Db, username: string): Promise<UserRow | null> =>
  (
    await db
      .select()
      .from(userTable)
      .where(eq(sql`lower(${userTable.username})`, username.toLowerCase()))
  )[0] ?? null

/**
 * Whose address this is: the account that has proven it, else the one that named it first (`docs/decisions/007`).
 * Accounts that were erased are nobody's.
 */
export const findUserByEmail = async (db: Db, email: string): Promise<UserRow | null> =>
  (
    await db
      .select()
      .from(userTable)
      .where(and(ne(userTable.email, ""), eq(sql`lower(${userTable.email})`, email.toLowerCase()), isNull(userTable.closed_at)))
      .orderBy(desc(userTable.email_verified), userTable.id)
      .limit(1)
  )[0] ?? null

/** Only a proven number is anybody's: a code sent to it opens the account. */
export const findUserByMobile = async (db: Db, mobile: string): Promise<UserRow | null> =>
  (
    await db
      .select()
      .from(userTable)
      .where(and(eq(userTable.mobile, mobile), userTable.mobile_verified, isNull(userTable.closed_at)))
  )[0] ?? null

export const listUsersById = (db: Db, ids: number[]): Promise<UserRow[]> =>
  ids.length ? db.select().from(userTable).where(inArray(userTable.id, ids)) : Promise.resolve([])

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

export const findDefaultGroup = async (db: Db): Promise<GroupRow | null> =>
  (await db.select().from(groupTable).where(eq(groupTable.is_default, true)).orderBy(groupTable.id).limit(1))[0] ?? null

export const addToGroup = async (db: Db, userId: number, groupId: number): Promise<void> => {
  const added = await db.insert(userGroupTable).values({ user_id: userId, group_id: groupId }).onConflictDoNothing().returning()
  if (added.length)
    await db
      .update(groupTable)
      .set({ user_count: sql`${groupTable.user_count} + 1` })
      .where(eq(groupTable.id, groupId))
}
