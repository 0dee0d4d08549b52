import { bigint, pgTable, varchar } from "drizzle-orm/pg-core"
import { moment } from "../../../db/columns"

/**
 * The versions that have opened the database. `last_step` is the time of the version's newest migration in the journal (ms). Only
 * `server/db/site-version.ts` writes here: it must work before the schema is this version's.
 */
export const siteVersionTable = pgTable("site_version", {
  version: varchar("version", { length: 64 }).primaryKey(),
  last_step: bigint("last_step", { mode: "number" }).notNull(),
  first_at: moment("first_at").notNull().defaultNow(),
  last_at: moment("last_at").notNull().defaultNow(),
})
