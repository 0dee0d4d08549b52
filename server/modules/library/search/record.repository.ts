import { and, asc, count, countDistinct, desc, eq, getTableColumns, gt, gte, inArray, like, lte, max, sql, type SQL } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { totalOf } from "@/server/db/totals"
import { userTable } from "../../people/user/user.table"
import { searchRecordTable as t } from "./search.table"

export type RecordFilter = {
  keywords?: string
  ip?: string
  user_id?: number[]
  type?: number[]
  is_empty?: boolean[]
  from?: Date
  to?: Date
}
export type NewRecord = typeof t.$inferInsert
type Page = { offset: number; limit: number }

const holding = (column: typeof t.keywords | typeof t.ip, text: string | undefined): SQL | undefined =>
  text ? like(sql`lower(${column})`, `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`) : undefined

const conditionsOf = ({ keywords, ip, user_id, type, is_empty, from, to }: RecordFilter): SQL | undefined =>
  and(
    holding(t.keywords, keywords),
    holding(t.ip, ip),
    user_id?.length ? inArray(t.user_id, user_id) : undefined,
    type?.length ? inArray(t.type, type) : undefined,
    is_empty?.length === 1 ? (is_empty[0] ? eq(t.total, 0) : gt(t.total, 0)) : undefined,
    from && gte(t.created_at, from),
    to && lte(t.created_at, to),
  )

const sortable = { id: t.id, total: t.total, page: t.page, spend_time: t.spend_time, created_at: t.created_at }

/**
 * Builds the sort order. Several columns may be named, separated by commas, as existing clients do. The id follows in the direction of the
 * last column, as in the indexes.
 */
const ordersOf = (order: string | undefined): SQL[] => {
  const named = (order ?? "").split(",").flatMap((one) => {
    const [name = "", direction] = one.trim().toLowerCase().split(/\s+/)
    return Object.hasOwn(sortable, name) ? [{ column: sortable[name as keyof typeof sortable], by: direction === "asc" ? asc : desc }] : []
  })
  return [...named.map(({ column, by }) => by(column)), (named.at(-1)?.by ?? desc)(t.id)]
}

export const listRecords = async (db: Db, filter: RecordFilter, order: string | undefined, page: Page) => {
  const where = conditionsOf(filter)
  const orders = ordersOf(order)
  // select ids first, from an index: rows are wide, and the page may be far from the start
  const ids = db
    .select({ id: t.id })
    .from(t)
    .where(where)
    .orderBy(...orders)
    .offset(page.offset)
    .limit(page.limit)
  const [rows, total] = await Promise.all([
    db
      .select({ ...getTableColumns(t), username: sql<string>`coalesce(${userTable.username}, '')` })
      .from(t)
      .leftJoin(userTable, eq(userTable.id, t.user_id))
      .where(inArray(t.id, ids))
      .orderBy(...orders),
    totalOf(db, t, where),
  ])
  return { rows, total }
}

/** Distinguishes searchers: users by their id, anonymous users by their network. */
const searcher = sql<string>`case when ${t.user_id} > 0 then ${t.user_id}::text when ${t.network} <> '' then ${t.network} else ${t.ip} end`

/** Lists search keywords, most frequent first. */
export const listWords = async (db: Db, filter: RecordFilter, page: Page) => {
  const where = conditionsOf(filter)
  const grouped = db
    .select({
      keywords: t.keywords,
      count: count().as("count"),
      empty: sql<number>`count(*) filter (where ${t.total} = 0)::int`.as("empty"),
      people: countDistinct(searcher).as("people"),
      last_at: max(t.created_at).as("last_at"),
    })
    .from(t)
    .where(where)
    .groupBy(t.keywords)
    .as("grouped")
  const [rows, total] = await Promise.all([
    db.select().from(grouped).orderBy(desc(grouped.count), asc(grouped.keywords)).offset(page.offset).limit(page.limit),
    db.$count(grouped),
  ])
  return { rows, total }
}

type HotWords = { since: Date; people: number; hours: number; limit: number }

/**
 * Returns words that had results and that at least `people` users or networks searched for since `since`, in at least `hours` different hours:
 * a burst of searches makes no hot word.
 */
export const listHotWords = async (db: Db, { since, people, hours, limit }: HotWords): Promise<string[]> => {
  const who = sql`count(distinct ${searcher})`
  const rows = await db
    .select({ keywords: t.keywords })
    .from(t)
    .where(and(gte(t.created_at, since), gt(t.total, 0), eq(t.page, 1)))
    .groupBy(t.keywords)
    .having(sql`${who} >= ${people} and count(distinct date_trunc('hour', ${t.created_at})) >= ${hours}`)
    .orderBy(desc(who), t.keywords)
    .limit(limit)
  return rows.map((row) => row.keywords)
}

/** Adds records, without those that repeat a visit. */
export const addRecords = (db: Db, rows: NewRecord[]) => db.insert(t).values(rows).onConflictDoNothing()
export const deleteRecords = (db: Db, ids: number[]) => db.delete(t).where(inArray(t.id, ids))
export const deleteRecordsBefore = (db: Db, moment: Date) => db.delete(t).where(sql`${t.created_at} < ${moment}`)
