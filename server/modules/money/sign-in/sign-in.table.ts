import { integer, pgTable, uniqueIndex } from "drizzle-orm/pg-core"
import { counter, createdAt, line, primaryId, reference } from "../../../db/columns"

/** One row per user and day; the day is in Asia/Shanghai, as 20261120. */
export const signTable = pgTable(
  "sign",
  {
    id: primaryId(),
    user_id: reference("user_id"),
    sign_at: integer("sign_at").notNull(),
    award: counter("award"),
    streak: counter("streak"),
    ip: line("ip", 64),
    created_at: createdAt(),
  },
  (table) => [uniqueIndex("sign_day").on(table.user_id, table.sign_at)],
)
