import { index, pgTable, varchar } from "drizzle-orm/pg-core"
import { counter, createdAt, line, moment } from "../../../db/columns"

/**
 * Objects that the CDN still has to remove: the document `target` (its uuid), "user 7", "article about", or "*" for all. A row is deleted
 * once the CDN has accepted it twice.
 */
export const cdnPurgeTable = pgTable(
  "cdn_purge",
  {
    target: varchar("target", { length: 64 }).primaryKey(),
    /** how often the CDN has accepted it; the second time ends it */
    accepted: counter("accepted"),
    failures: counter("failures"),
    error: line("error", 512),
    due_at: moment("due_at").notNull(),
    created_at: createdAt(),
  },
  (table) => [index("cdn_purge_due").on(table.due_at), index("cdn_purge_created").on(table.created_at)],
)
