import { and, asc, count, desc, gte, inArray, isNull, not, sql, type SQL } from "drizzle-orm"
import type { AnyPgColumn } from "drizzle-orm/pg-core"
import { UserStatus } from "@/lib/contract/people/user.enums"
import { standingStatuses } from "@/lib/rules/community/complaint-status"
import { PunishmentType } from "@/lib/contract/people/punishment.enums"
import type { Db } from "@/server/db/client"
import { anyLike, pageOf, patternsOf, listPage } from "@/server/db/listing"
import { downloadTable } from "../../library/document/document.table"
import { complaintTable } from "../../community/complaint/complaint.table"
import { activePunishment, listPunished } from "../punishment/active-punishment.policy"
import { punishmentTable } from "../punishment/punishment.table"
import type { UserRow } from "../user/people.usecases"
import { userGroupTable, userTable as t } from "../user/user.table"

export type UserFilter = {
  page?: number
  size?: number
  limit?: number
  wd?: string
  sort?: string
  order?: string
  id?: number[]
  group_id?: number[]
  status?: number[]
}

const publicColumns: Record<string, AnyPgColumn> = {
  id: t.id,
  username: t.username,
  doc_count: t.doc_count,
  article_count: t.article_count,
  favorite_count: t.favorite_count,
  comment_count: t.comment_count,
  credit_count: t.credit_count,
}
const staffColumns: Record<string, AnyPgColumn> = {
  ...publicColumns,
  created_at: t.created_at,
  updated_at: t.updated_at,
  login_at: t.login_at,
  closing_at: t.closing_at,
}

/**
 * Parses "credit_count desc,id asc": several columns separated by commas; unknown ones are ignored, and the id makes the order unique
 * (docs/reference/api.md 2.1).
 */
const sortOf = (sort: string, columns: Record<string, AnyPgColumn>): SQL[] => {
  const named = sort.split(",").flatMap((part) => {
    const [name = "", direction] = part.trim().toLowerCase().split(/\s+/)
    return Object.hasOwn(columns, name) ? [direction === "asc" ? asc(columns[name]!) : desc(columns[name]!)] : []
  })
  return [...named.slice(0, 3), desc(t.id)]
}

const searched = [t.username, t.realname, t.email, t.mobile]

/** Filters by status: every account that is not disabled is normal. */
const withStatus = (db: Db, status: number[] | undefined, now: Date): SQL | undefined => {
  if (!status?.length || (status.includes(UserStatus.normal) && status.includes(UserStatus.disabled))) return undefined
  // "is true" makes the planner hash the subquery instead of looking up every user's punishments one by one
  const disabled = sql`(${inArray(t.id, listPunished(db, [PunishmentType.account], now))}) is true`
  return status.includes(UserStatus.disabled) ? disabled : status.includes(UserStatus.normal) ? not(disabled) : sql`false`
}

/** Lists users. Search and filters are for staff only, since they would reveal hidden columns. */
export const listUserRows = async (
  db: Db,
  filter: UserFilter,
  permitted: boolean,
  now: Date,
): Promise<{ total: number; rows: UserRow[] }> => {
  const inGroup = filter.group_id?.length
    ? inArray(t.id, db.select({ id: userGroupTable.user_id }).from(userGroupTable).where(inArray(userGroupTable.group_id, filter.group_id)))
    : undefined
  const keywords = patternsOf(filter.wd).map((word) => anyLike(searched, word))
  const where = and(
    filter.id?.length ? inArray(t.id, filter.id) : undefined,
    ...(permitted ? [...keywords, inGroup, withStatus(db, filter.status, now)] : [isNull(t.closed_at)]),
  )
  const order = sortOf(filter.sort || filter.order || "", permitted ? staffColumns : publicColumns)
  return listPage(db, t, { where, order, ...pageOf(filter, permitted ? 1_000 : 100) })
}

/** Returns the types of the active punishments of each of these users. */
export const listPunishmentsOf = async (db: Db, ids: number[], now: Date): Promise<Map<number, number[]>> => {
  const rows = ids.length
    ? await db
        .selectDistinct({ user_id: punishmentTable.user_id, type: punishmentTable.type })
        .from(punishmentTable)
        .where(and(inArray(punishmentTable.user_id, ids), activePunishment(now)))
        .orderBy(punishmentTable.user_id, punishmentTable.type)
    : []
  const types = new Map<number, number[]>()
  for (const { user_id, type } of rows) types.set(user_id, [...(types.get(user_id) ?? []), type])
  return types
}

/** Counts the takedowns after copyright complaints that are in effect against each of these users. */
export const countInfringementsOf = async (db: Db, ids: number[]): Promise<Map<number, number>> => {
  if (!ids.length) return new Map()
  const rows = await db
    .select({ user_id: complaintTable.user_id, total: count() })
    .from(complaintTable)
    .where(and(inArray(complaintTable.user_id, ids), inArray(complaintTable.status, standingStatuses)))
    .groupBy(complaintTable.user_id)
  return new Map(rows.map(({ user_id, total }) => [user_id, total]))
}

/** Counts the downloads of each of these users since a moment. */
export const countDownloadsOf = async (db: Db, ids: number[], since: Date): Promise<Map<number, number>> => {
  const rows = ids.length
    ? await db
        .select({ user_id: downloadTable.user_id, n: count() })
        .from(downloadTable)
        .where(and(inArray(downloadTable.user_id, ids), gte(downloadTable.created_at, since)))
        .groupBy(downloadTable.user_id)
    : []
  return new Map(rows.map(({ user_id, n }) => [user_id, n]))
}
