import { and, asc, desc, eq, isNull, lte, ne, sql } from "drizzle-orm"
import { RefundStatus } from "@/lib/contract/money/order.enums"
import type { Db } from "@/server/db/client"
import { orderTable } from "./order.table"
import { orderRefundTable as t } from "./refund.table"

export type RefundRow = typeof t.$inferSelect

export const findRefund = async (db: Db, refund_no: string): Promise<RefundRow | null> =>
  (await db.select().from(t).where(eq(t.refund_no, refund_no)))[0] ?? null

export const findRefundById = async (db: Db, id: number): Promise<RefundRow | null> =>
  (await db.select().from(t).where(eq(t.id, id)))[0] ?? null

/** Closes a failed refund; null if it has not failed or is closed already. */
export const closeRefund = async (db: Db, id: number, remark: string, now: Date): Promise<RefundRow | null> =>
  (
    await db
      .update(t)
      .set({ remark, done_at: now, updated_at: now })
      .where(and(eq(t.id, id), eq(t.status, RefundStatus.failed), isNull(t.done_at)))
      .returning()
  )[0] ?? null

/** Adds a refund. Returns null if its number is taken. */
export const addRefund = async (db: Db, row: typeof t.$inferInsert): Promise<RefundRow | null> =>
  (await db.insert(t).values(row).onConflictDoNothing({ target: t.refund_no }).returning())[0] ?? null

/** Returns an order's refunds, newest first. */
export const listRefunds = (db: Db, orderId: number): Promise<RefundRow[]> =>
  db.select().from(t).where(eq(t.order_id, orderId)).orderBy(desc(t.id))

/** Sums what the order's refunds have taken back so far, without failed refunds. */
export const sumTaken = async (db: Db, orderId: number) => {
  const [sums] = await db
    .select({
      taken: sql<number>`coalesce(sum(${t.taken}), 0)`.mapWith(Number),
      income: sql<number>`coalesce(sum(${t.income}), 0)`.mapWith(Number),
      withdrawn_ms: sql<number>`coalesce(sum(${t.withdrawn_ms}), 0)`.mapWith(Number),
      withdrawn_downloads: sql<number>`coalesce(sum(${t.withdrawn_downloads}), 0)`.mapWith(Number),
    })
    .from(t)
    .where(and(eq(t.order_id, orderId), ne(t.status, RefundStatus.failed)))
  return sums!
}

export const lockRefund = async (db: Db, id: number): Promise<RefundRow | null> =>
  (await db.select().from(t).where(eq(t.id, id)).for("update"))[0] ?? null

export const changeRefund = async (db: Db, id: number, values: Partial<RefundRow>, now: Date): Promise<RefundRow> =>
  (
    await db
      .update(t)
      .set({ ...values, updated_at: now })
      .where(eq(t.id, id))
      .returning()
  )[0]!

/** Claims a due refund until `until`, so that only one process at a time calls the gateway about it. Returns null if it is not due. */
export const claimRefund = async (db: Db, id: number, now: Date, until: Date): Promise<RefundRow | null> =>
  (
    await db
      .update(t)
      .set({ ask_at: until })
      .where(and(eq(t.id, id), eq(t.status, RefundStatus.pending), lte(t.ask_at, now)))
      .returning()
  )[0] ?? null

/** Returns some pending refunds that are due for another query. */
export const listDueRefunds = (db: Db, now: Date, limit: number): Promise<{ id: number }[]> =>
  db
    .select({ id: t.id })
    .from(t)
    .where(and(eq(t.status, RefundStatus.pending), lte(t.ask_at, now)))
    .orderBy(asc(t.ask_at))
    .limit(limit)

export const orderOfRefund = async (db: Db, { order_id }: RefundRow): Promise<typeof orderTable.$inferSelect> =>
  (await db.select().from(orderTable).where(eq(orderTable.id, order_id)))[0]!
