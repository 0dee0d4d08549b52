import { and, eq, gte, isNull, lt, notInArray, sql, type SQL } from "drizzle-orm"
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core"
import { RefundStatus } from "@/lib/contract/money/order.enums"
import type { DailyMeasure } from "@/lib/contract/operations/daily-count.measures"
import { typesWithoutMoney } from "@/lib/rules/money/paid-in-money"
import type { Db } from "@/server/db/client"
import { articleTable } from "../../articles/article/article.table"
import { documentTable, downloadTable } from "../../library/document/document.table"
import { conversionTable } from "../../library/files/drawing.table"
import { orderRefundTable } from "../../money/order/refund.table"
import { orderTable } from "../../money/order/order.table"
import { searchRecordTable } from "../../library/search/search.table"
import { userTable } from "../../people/user/user.table"

/** Rows of a table by the day of an indexed timestamp: their number, or the sum of a column. */
type Source = { table: PgTable; at: AnyPgColumn; where?: SQL; sum?: AnyPgColumn }

/** The source of each measure. Views are counted separately. */
const sources: Record<Exclude<DailyMeasure, "view">, Source> = {
  user: { table: userTable, at: userTable.created_at },
  document: { table: documentTable, at: documentTable.created_at, where: isNull(documentTable.deleted_at) },
  article: { table: articleTable, at: articleTable.created_at, where: isNull(articleTable.deleted_at) },
  download: { table: downloadTable, at: downloadTable.created_at },
  search: { table: searchRecordTable, at: searchRecordTable.created_at },
  conversion: { table: conversionTable, at: conversionTable.created_at },
  order: { table: orderTable, at: orderTable.created_at },
  paid: { table: orderTable, at: orderTable.paid_at },
  income: {
    table: orderTable,
    at: orderTable.paid_at,
    where: notInArray(orderTable.payment_type, [...typesWithoutMoney]),
    sum: orderTable.fen,
  },
  refund: {
    table: orderRefundTable,
    at: orderRefundTable.done_at,
    where: eq(orderRefundTable.status, RefundStatus.done),
    sum: orderRefundTable.fen,
  },
}

export const counted = Object.keys(sources) as (keyof typeof sources)[]

/** Returns the numbers of each day that has any, from one time to before another. */
export const countByDay = (db: Db, measure: keyof typeof sources, from: Date, before: Date): Promise<{ day: number; value: number }[]> => {
  const { table, at, where, sum } = sources[measure]
  const day = sql<number>`to_char(${at} at time zone 'Asia/Shanghai', 'YYYYMMDD')::int`
  return db
    .select({ day, value: sql`${sum ? sql`sum(${sum})` : sql`count(*)`}`.mapWith(Number) })
    .from(table)
    .where(and(gte(at, from), lt(at, before), where))
    .groupBy(sql`1`)
}
