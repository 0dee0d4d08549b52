import { and, eq, inArray, ne, sql } from "drizzle-orm"
import type { DbCtx } from "@/server/context"
import { userGroupTable } from "../user/user.table"
import { rootGroup } from "./group.rules"
import { groupPermissionTable, groupTable, permissionTable } from "./group.table"

/* Groups and the permissions they grant, for `member.usecases`. */

export type GroupRow = typeof groupTable.$inferSelect

/** Locks these groups in id order and returns those that exist. The order keeps concurrent count changes from deadlocking. */
export const lockGroups = async ({ db }: DbCtx, ids: number[]): Promise<number[]> =>
  ids.length
    ? (
        await db
          .select({ id: groupTable.id })
          .from(groupTable)
          .where(inArray(groupTable.id, ids))
          .orderBy(groupTable.id)
          .for("no key update")
      ).map((row) => row.id)
    : []

/** Returns the group for new users. Never the group of user 1, even if its row is marked as the default. */
export const findDefaultGroup = async ({ db }: DbCtx): Promise<GroupRow | null> =>
  (
    await db
      .select()
      .from(groupTable)
      .where(and(groupTable.is_default, ne(groupTable.id, rootGroup)))
      .orderBy(groupTable.id)
      .limit(1)
  )[0] ?? null

/** Returns the paths of all permissions that these groups grant. */
export const listPathsOfGroups = async ({ db }: DbCtx, groupIds: number[]): Promise<string[]> => {
  if (!groupIds.length) return []
  const rows = await db
    .selectDistinct({ path: permissionTable.path })
    .from(groupPermissionTable)
    .innerJoin(permissionTable, sql`${permissionTable.id} = ${groupPermissionTable.permission_id}`)
    .where(inArray(groupPermissionTable.group_id, groupIds))
  return rows.map((row) => row.path)
}

/** Returns the paths of all permissions that these users have through their groups. */
export const listPathsOfPeople = async (ctx: DbCtx, userIds: number[]): Promise<string[]> => {
  if (!userIds.length) return []
  const groups = await ctx.db
    .selectDistinct({ id: userGroupTable.group_id })
    .from(userGroupTable)
    .where(inArray(userGroupTable.user_id, userIds))
  return listPathsOfGroups(
    ctx,
    groups.map(({ id }) => id),
  )
}

/** Returns the groups of a user. */
export const listOwnGroups = async ({ db }: DbCtx, userId: number): Promise<GroupRow[]> =>
  (
    await db
      .select({ group: groupTable })
      .from(groupTable)
      .innerJoin(userGroupTable, eq(userGroupTable.group_id, groupTable.id))
      .where(eq(userGroupTable.user_id, userId))
  ).map(({ group }) => group)

/** Changes the member count of each of these groups, never below zero. */
export const countMembers = async ({ db }: DbCtx, groupIds: number[], difference: number): Promise<void> => {
  if (groupIds.length)
    await db
      .update(groupTable)
      .set({ user_count: sql`greatest(${groupTable.user_count} + ${difference}, 0)` })
      .where(inArray(groupTable.id, groupIds))
}

export const addGroups = ({ db }: DbCtx, rows: (typeof groupTable.$inferInsert)[]): Promise<GroupRow[]> =>
  db.insert(groupTable).values(rows).returning()
