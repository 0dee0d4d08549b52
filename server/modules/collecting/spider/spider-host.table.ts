import { pgTable, varchar } from "drizzle-orm/pg-core"
import { body, moment } from "../../../db/columns"

/** Another site: when it may be requested again, and its robots.txt as of `robots_at`. */
export const spiderHostTable = pgTable("spider_host", {
  host: varchar("host", { length: 300 }).primaryKey(),
  next_at: moment("next_at").notNull().defaultNow(),
  robots: body("robots"),
  robots_at: moment("robots_at"),
})
