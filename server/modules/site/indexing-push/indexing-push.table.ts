import { pgTable, varchar } from "drizzle-orm/pg-core"
import { counter, line, moment } from "../../../db/columns"

/** How far each search engine has been told of changed pages: up to the page `after_path` that changed at `after_at`. */
export const indexingPushTable = pgTable("indexing_push", {
  target: varchar("target", { length: 16 }).primaryKey(),
  after_at: moment("after_at").notNull(),
  after_path: line("after_path"),
  /** addresses that were taken, in all */
  pushed: counter("pushed"),
  pushed_at: moment("pushed_at"),
  /** why the last try failed, "" when it did not; how many failed in a row, and since when there was none */
  error: line("error", 512),
  failures: counter("failures"),
  failed_at: moment("failed_at"),
})
