import { bigint, integer, pgTable, primaryKey, varchar } from "drizzle-orm/pg-core"
import type { DailyMeasure } from "../../../../lib/contract/operations/daily-count.measures"
import { moment } from "../../../db/columns"

/** One number a day and measure; the day is Asia/Shanghai's, as 20261120. Kept after what was counted is gone. */
export const dailyCountTable = pgTable(
  "daily_count",
  {
    day: integer("day").notNull(),
    measure: varchar("measure", { length: 16 }).$type<DailyMeasure>().notNull(),
    value: bigint("value", { mode: "number" }).notNull().default(0),
    counted_at: moment("counted_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.day, table.measure] })],
)
