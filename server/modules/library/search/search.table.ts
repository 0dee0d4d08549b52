import { sql } from "drizzle-orm"
import { bigint, index, integer, pgTable, real, uniqueIndex } from "drizzle-orm/pg-core"
import { createdAt, line, primaryId } from "../../../db/columns"

/**
 * Recorded searches. `total` = hits, `type` as in the call (-1 = both), `spend_time` in seconds. `visit` is a hash of visitor, hour and
 * query, "" for imported rows.
 */
export const searchRecordTable = pgTable(
  "search_record",
  {
    id: primaryId(),
    user_id: bigint("user_id", { mode: "number" }).notNull().default(0),
    type: integer("type").notNull().default(0),
    keywords: line("keywords", 64),
    total: integer("total").notNull().default(0),
    page: integer("page").notNull().default(1),
    spend_time: real("spend_time").notNull().default(0),
    ip: line("ip", 64),
    /** The network of the address, which identifies anonymous users (`networkOf`); "" for older rows. */
    network: line("network", 64),
    user_agent: line("user_agent", 512),
    visit: line("visit", 32),
    created_at: createdAt(),
  },
  (table) => [
    uniqueIndex("search_record_visit")
      .on(table.visit)
      .where(sql`${table.visit} <> ''`),
    index("search_record_user").on(table.user_id),
    index("search_record_time").on(table.created_at, table.id),
    index("search_record_total").on(table.total, table.id),
    index("search_record_spent").on(table.spend_time, table.id),
  ],
)
