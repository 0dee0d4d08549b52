import { and, desc, eq, getTableColumns, gte, inArray, like, lte, or, sql, type SQL } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { pageIds } from "@/server/db/listing"
import { totalOf } from "@/server/db/totals"
import type { Erase } from "@/server/db/personal-data"
import { userTable } from "../user/user.table"
import { smsTable as t } from "./sms.table"

export type SmsFilters = {
  type?: number[]
  status?: number[]
  provider?: string[]
  user_id?: number[]
  mobile?: string
  from?: Date
  to?: Date
}

/** The masked number, as displayed in lists. Searches by a part of a number use only this form. */
const masked = sql<string>`left(${t.mobile}, 3) || '****' || right(${t.mobile}, 4)`
const { code_id: _, ...columns } = getTableColumns(t)
const selection = { ...columns, username: sql<string>`coalesce(${userTable.username}, '')` }

const among = <T>(column: Parameters<typeof inArray>[0], values: T[] | undefined): SQL[] =>
  values?.length ? [inArray(column, values)] : []
const ofNumber = (mobile: string | undefined): SQL[] => {
  if (!mobile) return []
  return [/^\d{11}$/.test(mobile) ? eq(t.mobile, mobile) : like(masked, `%${mobile.replace(/[\\%_]/g, "\\$&")}%`)]
}

/** Lists messages, newest first. */
export const listSms = async (db: Db, filters: SmsFilters, page: { offset: number; limit: number }) => {
  const where = and(
    ...among(t.type, filters.type),
    ...among(t.status, filters.status),
    ...among(t.provider, filters.provider),
    ...among(t.user_id, filters.user_id),
    ...ofNumber(filters.mobile),
    filters.from && gte(t.created_at, filters.from),
    filters.to && lte(t.created_at, filters.to),
  )
  const [rows, total] = await Promise.all([
    db
      .select({ ...selection, mobile: masked })
      .from(t)
      .leftJoin(userTable, eq(userTable.id, t.user_id))
      .where(inArray(t.id, pageIds(db, t, { where, order: [desc(t.id)], ...page })))
      .orderBy(desc(t.id)),
    totalOf(db, t, where),
  ])
  return { rows, total }
}

export const findSms = async (db: Db, id: number) =>
  (await db.select(selection).from(t).leftJoin(userTable, eq(userTable.id, t.user_id)).where(eq(t.id, id)))[0] ?? null

export const deleteSms = (db: Db, ids: number[]) => db.delete(t).where(inArray(t.id, ids))

/** Removes the recipient from the user's messages; the messages still count. */
export const forgetNumber: Erase = ({ db }, { id, mobile }) =>
  db
    .update(t)
    .set({ user_id: 0, mobile: "", ip: "", response: "" })
    .where(or(eq(t.user_id, id), mobile ? eq(t.mobile, mobile) : undefined))
