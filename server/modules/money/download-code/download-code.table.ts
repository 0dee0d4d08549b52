import { sql } from "drizzle-orm"
import { bigint, check, index, pgTable, uniqueIndex, varchar } from "drizzle-orm/pg-core"
import type { Credits } from "../../../../lib/rules/money/money"
import { counter, createdAt, line, moment, primaryId, reference } from "../../../db/columns"

/** Codes that were issued together: their use, the reason, and the user who issued them. */
export const downloadCodeBatchTable = pgTable("download_code_batch", {
  id: primaryId(),
  count: counter("count"),
  remark: line("remark"),
  /** the maximum price that a code may pay, 0 = any price that the site allows */
  max_price: counter("max_price").$type<Credits>(),
  /** the only document that a code may pay for, 0 = any */
  document_id: bigint("document_id", { mode: "number" }).notNull().default(0),
  expired_at: moment("expired_at"),
  /** the member of staff who issued the codes */
  user_id: reference("user_id"),
  created_at: createdAt(),
})

/** A download code, stored as the hash of its letters. The code itself cannot be recovered (docs/decisions/077). */
export const downloadCodeTable = pgTable(
  "download_code",
  {
    id: primaryId(),
    batch_id: reference("batch_id").references(() => downloadCodeBatchTable.id),
    /** SHA-256, base64url */
    hash: varchar("hash", { length: 43 }).notNull(),
    /** the first letters of the code; staff identify it with them */
    hint: varchar("hint", { length: 8 }).notNull(),
    /** the user who redeemed it, 0 = none; the order shows what it paid for */
    user_id: bigint("user_id", { mode: "number" }).notNull().default(0),
    order_no: line("order_no", 32),
    used_at: moment("used_at"),
    revoked_at: moment("revoked_at"),
  },
  (table) => [
    uniqueIndex("download_code_hash").on(table.hash),
    uniqueIndex("download_code_order")
      .on(table.order_no)
      .where(sql`order_no <> ''`),
    index("download_code_batch_id").on(table.batch_id, table.id),
    index("download_code_hint").on(table.hint),
    index("download_code_user")
      .on(table.user_id)
      .where(sql`user_id <> 0`),
    check("download_code_once", sql`${table.used_at} is null or ${table.revoked_at} is null`),
    check(
      "download_code_use",
      sql`(${table.used_at} is null) = (${table.order_no} = '') and (${table.used_at} is null) = (${table.user_id} = 0)`,
    ),
  ],
)
