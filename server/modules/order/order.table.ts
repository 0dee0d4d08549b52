import { sql } from "drizzle-orm"
import { bigint, index, integer, pgTable, uniqueIndex, varchar } from "drizzle-orm/pg-core"
import { counter, createdAt, line, moment, primaryId, reference, updatedAt } from "../../db/columns"

/** Credits and fen are kept as they were at creation (docs/reference/api.md 3.13). */
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
    price: counter("price"),
    amount: counter("amount"),
    coupon_amount: counter("coupon_amount"),
    payment_type: counter("payment_type"),
    created_at: createdAt(),
    updated_at: updatedAt(),
    paid_at: moment("paid_at"),
    closed_at: moment("closed_at"),
  },
  (table) => [
    uniqueIndex("order_no").on(table.order_no),
    index("order_user").on(table.user_id, table.id),
    index("order_status").on(table.status, table.id),
    index("order_bought")
      .on(table.user_id, table.product_id)
      .where(sql`order_type = 1 and status = 2`),
  ],
)

/** A purchased card; what it gives is copied at purchase (docs/reference/api.md 3.14). */
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
    created_at: createdAt(),
  },
  (table) => [index("user_vip_user").on(table.user_id, table.expired_at)],
)
