import { sql } from "drizzle-orm"
import { bigint, check, index, pgTable, uniqueIndex, varchar } from "drizzle-orm/pg-core"
import type { Credits, Fen } from "../../../../lib/rules/money/money"
import { counter, createdAt, line, moment, primaryId, reference, updatedAt } from "../../../db/columns"

/**
 * Every requested refund under its own number, with what was taken back for it (docs/decisions/074). The order stores the sums of those
 * that have not failed.
 */
export const orderRefundTable = pgTable(
  "order_refund",
  {
    id: primaryId(),
    refund_no: varchar("refund_no", { length: 32 }).notNull(),
    order_id: reference("order_id"),
    /** the owner of the order */
    user_id: reference("user_id"),
    status: counter("status"),
    fen: counter("fen").$type<Fen>(),
    amount: counter("amount").$type<Credits>(),
    /** credits of a recharge that were taken back from the buyer */
    taken: counter("taken").$type<Credits>(),
    /** income that was taken back from the author */
    income: counter("income").$type<Credits>(),
    /** how much earlier the card ends (ms), and how many downloads were removed */
    withdrawn_ms: bigint("withdrawn_ms", { mode: "number" }).notNull().default(0),
    withdrawn_downloads: counter("withdrawn_downloads"),
    remark: line("remark"),
    operator_id: reference("operator_id"),
    /** the gateway's last result, in our own words and codes */
    detail: line("detail"),
    /** of a pending refund: when the gateway is asked next */
    ask_at: moment("ask_at"),
    created_at: createdAt(),
    updated_at: updatedAt(),
    /** when the money was returned; of a failed refund: when staff decided not to request it again */
    done_at: moment("done_at"),
  },
  (table) => [
    uniqueIndex("order_refund_no").on(table.refund_no),
    index("order_refund_order").on(table.order_id, table.id),
    index("order_refund_done")
      .on(table.done_at)
      .where(sql`status = 2`),
    index("order_refund_due")
      .on(table.ask_at)
      .where(sql`status = 1`),
    // refunds that need attention
    index("order_refund_open")
      .on(table.status, table.order_id)
      .where(sql`status <> 2`),
    check("order_refund_amounts", sql`${table.fen} >= 0 and ${table.amount} >= 0 and (${table.fen} > 0) <> (${table.amount} > 0)`),
  ],
)
