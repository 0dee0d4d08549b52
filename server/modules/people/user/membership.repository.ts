import { and, eq, inArray, sql } from "drizzle-orm"
import type { DbCtx } from "@/server/context"
import { groupTable } from "../group/group.table"
import type { GroupRow } from "../group/member.usecases"
import { userVipTable } from "../../money/order/order.table"
import { userGroupTable, userTable } from "./user.table"

/** A user's groups and membership. `group_name` is the group displayed beside the name, "" for none. */
export type Membership = { id: number; group_id: number[]; group_name: string; is_vip: boolean }

const memberOf = sql`from ${userGroupTable} join ${groupTable} on ${groupTable.id} = ${userGroupTable.group_id} where ${userGroupTable.user_id} = ${userTable.id}`
const groupTitle = sql`select ${groupTable.title} ${memberOf} and ${groupTable.is_display} order by ${groupTable.sort} desc, ${groupTable.id} limit 1`
/** The group displayed beside a username, "" for none; for a query on the user table. */
export const shownGroup = sql<string>`coalesce((${groupTitle}), '')`

/** Returns the memberships of many users in one query, by id. Only valid cards count. */
export const listMemberships = async ({ db }: DbCtx, ids: number[], now: Date): Promise<Map<number, Membership>> => {
  if (!ids.length) return new Map()
  const moment = now.toISOString()
  const groups = sql`select json_agg(${groupTable.id} order by ${groupTable.id}) ${memberOf}`
  const card = sql`select 1 from ${userVipTable} where ${userVipTable.user_id} = ${userTable.id} and ${userVipTable.joined_at} <= ${moment} and ${userVipTable.expired_at} > ${moment}`
  const rows = await db
    .select({
      // use nested fragments: columns directly inside a selected expression lose their table name
      id: userTable.id,
      group_id: sql<number[]>`coalesce((${groups}), '[]')`,
      group_name: shownGroup,
      is_vip: sql<boolean>`(${userTable.is_vip} or exists (${card}))`,
    })
    .from(userTable)
    .where(inArray(userTable.id, ids))
  return new Map(rows.map((row) => [row.id, row]))
}

export const listGroups = ({ db }: DbCtx, userId: number): Promise<GroupRow[]> =>
  db
    .select({ group: groupTable })
    .from(userGroupTable)
    .innerJoin(groupTable, eq(groupTable.id, userGroupTable.group_id))
    .where(eq(userGroupTable.user_id, userId))
    .orderBy(groupTable.id)
    .then((rows) => rows.map((row) => row.group))

/** Returns the groups of these users and locks the users' rows until the transaction ends. */
export const lockMemberships = async ({ db }: DbCtx, userIds: number[]): Promise<number[]> => {
  await db.select({ id: userTable.id }).from(userTable).where(inArray(userTable.id, userIds)).orderBy(userTable.id).for("update")
  return (
    await db
      .selectDistinct({ id: userGroupTable.group_id })
      .from(userGroupTable)
      .where(inArray(userGroupTable.user_id, userIds))
      .orderBy(userGroupTable.group_id)
  ).map((row) => row.id)
}

/** Adds a user to a group. Returns true if they were not a member before. */
export const addMember = async ({ db }: DbCtx, userId: number, groupId: number): Promise<boolean> =>
  (await db.insert(userGroupTable).values({ user_id: userId, group_id: groupId }).onConflictDoNothing().returning()).length > 0

const membershipsIn = (userId: number, only?: number[]) =>
  and(eq(userGroupTable.user_id, userId), only ? inArray(userGroupTable.group_id, only) : undefined)

/** Returns the ids of the user's groups, restricted to `only` if given. */
export const listGroupIds = async ({ db }: DbCtx, userId: number, only?: number[]): Promise<number[]> =>
  (await db.select({ id: userGroupTable.group_id }).from(userGroupTable).where(membershipsIn(userId, only))).map((row) => row.id)

/** Removes the user from these groups, or from all. Returns the groups that they left. */
export const removeMember = async ({ db }: DbCtx, userId: number, only?: number[]): Promise<number[]> =>
  (await db.delete(userGroupTable).where(membershipsIn(userId, only)).returning({ id: userGroupTable.group_id })).map((row) => row.id)
