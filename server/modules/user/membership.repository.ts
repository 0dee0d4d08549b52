import { inArray, sql } from "drizzle-orm"
import type { Db } from "../../db/client"
import { groupPermissionTable, permissionTable } from "../group/group.table"
import { userVipTable } from "../order/order.table"
import { groupTable, userGroupTable, userTable } from "./user.table"

/** What a person is by their groups and cards. `group_name` is the group shown beside the name, "" for none. */
export type Standing = { id: number; group_id: number[]; group_name: string; is_vip: boolean }

/** The standing of many people in one query, by id. A card counts while it is valid. */
export const listStandings = async (db: Db, ids: number[], now: Date): Promise<Map<number, Standing>> => {
  if (!ids.length) return new Map()
  const memberOf = sql`from ${userGroupTable} join ${groupTable} on ${groupTable.id} = ${userGroupTable.group_id} where ${userGroupTable.user_id} = ${userTable.id}`
  const moment = now.toISOString()
  const groups = sql`select json_agg(${groupTable.id} order by ${groupTable.id}) ${memberOf}`
  const shown = sql`select ${groupTable.title} ${memberOf} and ${groupTable.is_display} order by ${groupTable.sort} desc, ${groupTable.id} limit 1`
  const card = sql`select 1 from ${userVipTable} where ${userVipTable.user_id} = ${userTable.id} and ${userVipTable.joined_at} <= ${moment} and ${userVipTable.expired_at} > ${moment}`
  const rows = await db
    .select({
      // in pieces: columns that stand in a selected expression itself lose the name of their table
      id: userTable.id,
      group_id: sql<number[]>`coalesce((${groups}), '[]')`,
      group_name: sql<string>`coalesce((${shown}), '')`,
      is_vip: sql<boolean>`(${userTable.is_vip} or exists (${card}))`,
    })
    .from(userTable)
    .where(inArray(userTable.id, ids))
  return new Map(rows.map((row) => [row.id, row]))
}

/** The paths of every permission that these groups grant. */
export const listPathsOfGroups = async (db: Db, groupIds: number[]): Promise<string[]> => {
  if (!groupIds.length) return []
  const rows = await db
    .selectDistinct({ path: permissionTable.path })
    .from(groupPermissionTable)
    .innerJoin(permissionTable, sql`${permissionTable.id} = ${groupPermissionTable.permission_id}`)
    .where(inArray(groupPermissionTable.group_id, groupIds))
  return rows.map((row) => row.path)
}
