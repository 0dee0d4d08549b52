import { jsonb, pgTable, varchar } from "drizzle-orm/pg-core"
import { moment } from "../../../db/columns"

/** The processes of the site and their metrics, each written by itself every few seconds. `name` as in `pg_stat_activity`. */
export const processTable = pgTable("process", {
  name: varchar("name", { length: 64 }).primaryKey(),
  mode: varchar("mode", { length: 8 }).notNull(),
  metrics: jsonb("metrics").$type<object[]>().notNull(),
  seen_at: moment("seen_at").notNull().defaultNow(),
})
