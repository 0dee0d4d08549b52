import { and, asc, count, desc, eq, gt, inArray, lte, ne } from "drizzle-orm"
import { OrderStatus } from "@/lib/contract/money/order.enums"
import { tradeNumber, type AttemptState } from "@/lib/rules/money/payment-attempt"
import type { Db } from "@/server/db/client"
import { orderTable, paymentAttemptTable as t } from "./order.table"

export type AttemptRow = typeof t.$inferSelect

/** Adds another attempt to an order that the caller's transaction has locked, under the next number. */
export const addAttempt = async (db: Db, order: { id: number; order_no: string }, payment_type: number, now: Date): Promise<AttemptRow> => {
  const [before] = await db.select({ n: count() }).from(t).where(eq(t.order_id, order.id))
  const trade_no = tradeNumber(order.order_no, before!.n + 1)
  return (await db.insert(t).values({ order_id: order.id, trade_no, payment_type, created_at: now, updated_at: now }).returning())[0]!
}

export const findAttempt = async (db: Db, tradeNo: string): Promise<AttemptRow | null> =>
  (await db.select().from(t).where(eq(t.trade_no, tradeNo)))[0] ?? null

export const findAttemptById = async (db: Db, id: number): Promise<AttemptRow | null> =>
  (await db.select().from(t).where(eq(t.id, id)))[0] ?? null

/** Locks an attempt until the transaction ends. A caller that also locks its order must lock the order first. */
export const lockAttempt = async (db: Db, id: number): Promise<AttemptRow> =>
  (await db.select().from(t).where(eq(t.id, id)).for("update"))[0]!

/** Returns an order's attempts in these states, latest first. */
export const listAttempts = (db: Db, orderId: number, states: AttemptState[], limit = 1_000): Promise<AttemptRow[]> =>
  db
    .select()
    .from(t)
    .where(and(eq(t.order_id, orderId), inArray(t.state, states)))
    .orderBy(desc(t.id))
    .limit(limit)

export const changeAttempt = (db: Db, id: number, values: Partial<AttemptRow>, now: Date) =>
  db
    .update(t)
    .set({ ...values, updated_at: now })
    .where(eq(t.id, id))

/** Marks an attempt as closed after its gateway was notified. An attempt that has been paid does not change. */
export const closeAttempt = (db: Db, id: number, now: Date) =>
  db
    .update(t)
    .set({ state: "closed", updated_at: now })
    .where(and(eq(t.id, id), eq(t.state, "begun")))

/**
 * Lists some attempts begun between these times that are neither paid nor ended, of orders that are no longer pending, after the id `last`.
 */
export const listOpenAttempts = async (
  db: Db,
  { after, until, last }: { after: Date; until: Date; last: number },
): Promise<AttemptRow[]> => {
  const rows = await db
    .select({ attempt: t })
    .from(t)
    .innerJoin(orderTable, eq(orderTable.id, t.order_id))
    .where(
      and(
        inArray(t.state, ["begun", "closed"]),
        gt(t.created_at, after),
        lte(t.created_at, until),
        ne(orderTable.status, OrderStatus.pending),
        gt(t.id, last),
      ),
    )
    .orderBy(asc(t.id))
    .limit(50)
  return rows.map(({ attempt }) => attempt)
}

/** Marks an attempt as ended without payment. An attempt that has been paid does not change. */
export const endAttempt = (db: Db, id: number, now: Date) =>
  db
    .update(t)
    .set({ state: "over", updated_at: now })
    .where(and(eq(t.id, id), inArray(t.state, ["begun", "closed"])))
