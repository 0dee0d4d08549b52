import { bigint, integer, pgTable, primaryKey, varchar } from "drizzle-orm/pg-core"
import type { DailyMeasure } from "../../../../lib/contract/operations/daily-count.measures"
import { moment } from "../../../db/columns"

/** One number per day and measure; the day is in Asia/Shanghai, as 20261120. It outlives the rows that were counted. */
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
