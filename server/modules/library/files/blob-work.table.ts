import { index, pgTable, uuid, varchar } from "drizzle-orm/pg-core"
import { createdAt, line, moment } from "../../../db/columns"

/**
 * Files that are being written to or removed from the storage, outside of any transaction (docs/decisions/261). `kind`: "storing" or
 * "removing"; `key` is the file or folder; `until`: from then on the process is considered dead and the sweep removes what it left.
 */
export const blobWorkTable = pgTable(
  "blob_work",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    sha256: varchar("sha256", { length: 64 }).notNull(),
    kind: varchar("kind", { length: 8 }).notNull(),
    key: line("key"),
    until: moment("until").notNull(),
    created_at: createdAt(),
  },
  (table) => [index("blob_work_sha256").on(table.sha256), index("blob_work_until").on(table.until)],
)
