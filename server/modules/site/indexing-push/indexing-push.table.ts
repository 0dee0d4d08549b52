import { pgTable, varchar } from "drizzle-orm/pg-core"
import { counter, line, moment } from "../../../db/columns"

/** The progress of reporting changed pages to each search engine: up to the page `after_path` that changed at `after_at`. */
export const indexingPushTable = pgTable("indexing_push", {
  target: varchar("target", { length: 16 }).primaryKey(),
  after_at: moment("after_at").notNull(),
  after_path: line("after_path"),
  /** total number of accepted URLs */
  pushed: counter("pushed"),
  pushed_at: moment("pushed_at"),
  /** why the last attempt failed ("" if it did not), how many failed in a row, and since when none has succeeded */
  error: line("error", 512),
  failures: counter("failures"),
  failed_at: moment("failed_at"),
})
