import { sql } from "drizzle-orm"
import { bigint, boolean, check, index, integer, jsonb, pgTable, uniqueIndex, varchar } from "drizzle-orm/pg-core"
import type { Credits, Fen } from "../../../../lib/rules/money/money"
import type { AttemptState } from "../../../../lib/rules/money/payment-attempt"
import type { Benefits } from "../../../../lib/rules/money/membership-plan"
import { counter, createdAt, line, moment, primaryId, reference, updatedAt } from "../../../db/columns"

/**
 * A purchase at the price when it was ordered: later changes of prices and exchange rates do not affect it (docs/reference/api.md 3.13,
 * docs/decisions/064). The status transitions are in `lib/rules/money/order-status.ts`.
 */
export const orderTable = pgTable(
  "order",
  {
    id: primaryId(),
    order_no: varchar("order_no", { length: 32 }).notNull(),
    user_id: reference("user_id"),
    order_type: integer("order_type").notNull(),
    status: integer("status").notNull(),
    product_id: bigint("product_id", { mode: "number" }).notNull().default(0),
    product_uuid: line("product_uuid", 64),
    product_name: line("product_name"),
    quantity: counter("quantity"),
    price: counter("price").$type<Credits>(),
    amount: counter("amount").$type<Credits>(),
    coupon_amount: counter("coupon_amount").$type<Credits>(),
    /** the same price in money */
    fen: counter("fen").$type<Fen>(),
    /** what the membership includes, as it was offered */
    benefits: jsonb("benefits").$type<Benefits>(),
    payment_type: counter("payment_type"),
    /** the gateway's payment number */
    payment_no: line("payment_no", 64),
    /** notes by staff */
    remark: line("remark"),
    /** the income of the document's author */
    income: counter("income").$type<Credits>(),
    /** what was refunded, in money and in credits */
    refund_fen: counter("refund_fen").$type<Fen>(),
    refund_amount: counter("refund_amount").$type<Credits>(),
    refunded_at: moment("refunded_at"),
    created_at: createdAt(),
    updated_at: updatedAt(),
    paid_at: moment("paid_at"),
    /** for a pending order, when it will be closed; for a closed one, when it was closed */
    closed_at: moment("closed_at"),
    /** removed from its owner's list */
    deleted_at: moment("deleted_at"),
  },
  (table) => [
    uniqueIndex("order_no").on(table.order_no),
    uniqueIndex("order_payment_no")
      .on(table.payment_type, table.payment_no)
      .where(sql`payment_no <> ''`),
    index("order_user").on(table.user_id, table.id),
    index("order_status").on(table.status, table.id),
    index("order_created").on(table.created_at),
    index("order_paid")
      .on(table.paid_at)
      .where(sql`paid_at is not null`),
    index("order_overdue")
      .on(table.closed_at)
      .where(sql`status = 1`),
    index("order_bought")
      .on(table.user_id, table.product_id)
      .where(sql`order_type = 1 and status = 2`),
    check("order_amounts", sql`${table.amount} >= 0 and ${table.coupon_amount} >= 0 and ${table.fen} >= 0 and ${table.income} >= 0`),
    check(
      "order_refunds",
      sql`${table.refund_fen} between 0 and ${table.fen} and ${table.refund_amount} between 0 and greatest(${table.amount}, ${table.quantity})`,
    ),
  ],
)

/**
 * Payment attempts at a gateway, each under a new number (`trade_no`): a gateway rejects a known number with another amount or payment
 * method (docs/decisions/084). `payment_no` is the gateway's number of the payment that it received.
 */
export const paymentAttemptTable = pgTable(
  "payment_attempt",
  {
    id: primaryId(),
    order_id: reference("order_id"),
    trade_no: varchar("trade_no", { length: 32 }).notNull(),
    payment_type: integer("payment_type").notNull(),
    payment_no: line("payment_no", 64),
    state: varchar("state", { length: 16 }).$type<AttemptState>().notNull().default("begun"),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex("payment_attempt_trade_no").on(table.trade_no),
    index("payment_attempt_order").on(table.order_id, table.id),
    index("payment_attempt_open")
      .on(table.created_at)
      .where(sql`state in ('begun', 'closed')`),
  ],
)

/** The full payment has been refunded: the same rule as `isWhollyRefunded` of `lib/rules/money/refund.ts`. */
export const whollyRefunded = sql`((${orderTable.refund_fen} > 0 and ${orderTable.refund_fen} >= ${orderTable.fen})
  or (${orderTable.refund_amount} > 0 and ${orderTable.refund_amount} >= ${orderTable.amount}))`

/** A purchased membership card. Its benefits are copied at purchase (docs/reference/api.md 3.14). */
export const userVipTable = pgTable(
  "user_vip",
  {
    id: primaryId(),
    user_id: reference("user_id"),
    type: integer("type").notNull(),
    discount: counter("discount"),
    download: counter("download"),
    download_used: counter("download_used"),
    times: counter("times"),
    joined_at: moment("joined_at").notNull(),
    expired_at: moment("expired_at").notNull(),
    order_no: line("order_no", 32),
    /** how many days before the end the owner was last reminded, 0 = not yet */
    reminded_days: counter("reminded_days"),
    /** the owner was notified on the site that it expires */
    end_told: boolean("end_told").notNull().default(false),
    created_at: createdAt(),
  },
  (table) => [
    index("user_vip_user").on(table.user_id, table.expired_at),
    index("user_vip_expired").on(table.expired_at),
    uniqueIndex("user_vip_order")
      .on(table.order_no)
      .where(sql`order_no <> ''`),
  ],
)
