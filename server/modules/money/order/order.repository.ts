import { and, asc, desc, eq, gt, inArray, isNull, like, lte, not, notExists, notInArray, or, sql, type SQL } from "drizzle-orm"
import { OrderStatus, PaymentType } from "@/lib/contract/money/order.enums"
import { typesWithoutMoney } from "@/lib/rules/money/paid-in-money"
import { alias, type AnyPgColumn } from "drizzle-orm/pg-core"
import type { Db } from "@/server/db/client"
import { listPage, pageOf, patternsOf } from "@/server/db/listing"
import { orderNumber } from "./order.rules"
import { orderTable as t, whollyRefunded } from "./order.table"
import { orderRefundTable as refund } from "./refund.table"

const later = alias(refund, "later")

export type OrderRow = typeof t.$inferSelect
export type NewOrder = Omit<typeof t.$inferInsert, "id" | "order_no" | "status" | "created_at" | "updated_at">
type Paged = { page?: number; size?: number; limit?: number }
export type OrderFilter = Paged & {
  wd?: string
  status?: number[]
  order_type?: number[]
  payment_type?: number[]
  user_id?: number[]
  refund_status?: number[]
}

/** Adds an order under a unique number. */
export const addOrder = async (db: Db, order: NewOrder & { status: number }, now: Date): Promise<OrderRow> => {
  for (let left = 20; left > 0; left--) {
    const [row] = await db
      .insert(t)
      .values({ ...order, order_no: orderNumber(now), created_at: now, updated_at: now })
      .onConflictDoNothing({ target: t.order_no })
      .returning()
    if (row) return row
  }
  throw new Error("no free order number in this second")
}

export const findOrder = async (db: Db, orderNo: string): Promise<OrderRow | null> =>
  (await db.select().from(t).where(eq(t.order_no, orderNo)))[0] ?? null

export const findOrderById = async (db: Db, id: number): Promise<OrderRow | null> =>
  (await db.select().from(t).where(eq(t.id, id)))[0] ?? null

/** Locks an order until the transaction ends. A caller that also locks users must lock the users first. */
export const lockOrder = async (db: Db, id: number): Promise<OrderRow> => (await db.select().from(t).where(eq(t.id, id)).for("update"))[0]!

export const changeOrder = async (db: Db, id: number, values: Partial<OrderRow>, now: Date): Promise<OrderRow> =>
  (
    await db
      .update(t)
      .set({ ...values, updated_at: now })
      .where(eq(t.id, id))
      .returning()
  )[0]!

type Product = Pick<OrderRow, "user_id" | "order_type" | "product_id" | "quantity">
const sameProduct = ({ user_id, order_type, product_id, quantity }: Product) =>
  and(eq(t.user_id, user_id), eq(t.order_type, order_type), eq(t.product_id, product_id), eq(t.quantity, quantity))

/** Returns a user's pending orders of a product, newest first, locked. */
export const lockPending = (db: Db, product: Product): Promise<OrderRow[]> =>
  db
    .select()
    .from(t)
    .where(and(sameProduct(product), eq(t.status, OrderStatus.pending)))
    .orderBy(desc(t.id))
    .for("update")

/** Returns the user's last paid order of a product that has not been fully refunded. */
export const findPaid = async (db: Db, product: Product): Promise<OrderRow | null> =>
  (
    await db
      .select()
      .from(t)
      .where(and(sameProduct(product), eq(t.status, OrderStatus.paid), not(whollyRefunded)))
      .orderBy(desc(t.paid_at))
      .limit(1)
  )[0] ?? null

/** Closes at most `limit` expired pending orders and returns how many. An order that is being paid is skipped. */
export const closeOverdue = async (db: Db, now: Date, limit: number): Promise<number> => {
  const overdue = db
    .select({ id: t.id })
    .from(t)
    .where(and(eq(t.status, OrderStatus.pending), lte(t.closed_at, now)))
    .orderBy(asc(t.closed_at))
    .limit(limit)
    .for("update", { skipLocked: true })
  const closed = await db
    .update(t)
    .set({ status: OrderStatus.closed, closed_at: now, updated_at: now })
    .where(inArray(t.id, overdue))
    .returning({ id: t.id })
  return closed.length
}

/** Returns some expired pending orders with one of these payment types, after the id `last`. */
export const listOverdueOf = (db: Db, payment_types: readonly number[], now: Date, last: number): Promise<OrderRow[]> =>
  db
    .select()
    .from(t)
    .where(and(eq(t.status, OrderStatus.pending), lte(t.closed_at, now), inArray(t.payment_type, [...payment_types]), gt(t.id, last)))
    .orderBy(asc(t.id))
    .limit(50)

/** A 0 among the requested values means all. */
const among = (column: AnyPgColumn, values: number[] | undefined): SQL | undefined =>
  values?.length && !values.includes(0) ? inArray(column, values) : undefined

/**
 * Matches orders whose newest refund is in one of these states: an order whose failed refund was requested again does not count as failed.
 */
const newestRefundIs = (db: Db, states: number[] | undefined): SQL | undefined => {
  if (!states?.length || states.includes(0)) return undefined
  const newer = db
    .select({ id: later.id })
    .from(later)
    .where(and(eq(later.order_id, refund.order_id), gt(later.id, refund.id)))
  const matches = db
    .select({ order_id: refund.order_id })
    .from(refund)
    .where(and(inArray(refund.status, states), notExists(newer)))
  return inArray(t.id, matches)
}

/** `wd` searches the order number and the product name. */
const conditionsOf = (db: Db, filter: OrderFilter): SQL | undefined =>
  and(
    among(t.status, filter.status),
    among(t.order_type, filter.order_type),
    among(t.payment_type, filter.payment_type),
    among(t.user_id, filter.user_id),
    newestRefundIs(db, filter.refund_status),
    ...patternsOf(filter.wd).map((word) => or(like(t.order_no, word), like(sql`lower(${t.product_name})`, word))),
  )

/** Lists a user's orders, newest first, without those that the user removed from the list. */
export const listOwnOrders = (db: Db, userId: number, filter: OrderFilter) =>
  listPage(db, t, {
    where: and(isNull(t.deleted_at), conditionsOf(db, { ...filter, user_id: [userId] })),
    order: [desc(t.id)],
    ...pageOf(filter, 100),
  })

/** Lists the orders of all users, newest first. */
export const listOrders = (db: Db, filter: OrderFilter) =>
  listPage(db, t, { where: conditionsOf(db, filter), order: [desc(t.id)], ...pageOf(filter, 100) })

/**
 * Sums the paid orders that match: `fen` of those paid in money, `amount` of those paid in credits, and their refunds. An order has both
 * prices, but was paid in one of them.
 */
export const sumOrders = async (db: Db, filter: OrderFilter) => {
  const paidIn = (column: AnyPgColumn, types: SQL) =>
    sql<number>`coalesce(sum(${column}) filter (where ${types}), 0)::bigint`.mapWith(Number)
  const inMoney = notInArray(t.payment_type, [...typesWithoutMoney])
  const inCredits = eq(t.payment_type, PaymentType.credit)
  const [row] = await db
    .select({
      fen: paidIn(t.fen, inMoney),
      amount: paidIn(t.amount, inCredits),
      refund_fen: paidIn(t.refund_fen, inMoney),
      refund_amount: paidIn(t.refund_amount, inCredits),
    })
    .from(t)
    .where(and(eq(t.status, OrderStatus.paid), conditionsOf(db, filter)))
  return row!
}
