import { pgTable, varchar } from "drizzle-orm/pg-core"
import { moment } from "../../../db/columns"

/** Kinds of jobs that are paused (docs/decisions/350). A row may name a kind that this version does not have. */
export const pausedJobTable = pgTable("paused_job", {
  name: varchar("name", { length: 64 }).primaryKey(),
  paused_at: moment("paused_at").notNull().defaultNow(),
})
