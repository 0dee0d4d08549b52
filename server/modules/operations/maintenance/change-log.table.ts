import { customType, index, pgTable, varchar } from "drizzle-orm/pg-core"
import { sql } from "drizzle-orm"
import { createdAt, primaryId, reference } from "../../../db/columns"

/** PostgreSQL's 64-bit transaction id, which never wraps around. */
const transactionNumber = customType<{ data: string }>({ dataType: () => "xid8" })

/**
 * Changes to what public pages display (docs/decisions/040). `target` is the row's id, "" = all of its kind; `owner` its author, 0 =
 * unknown; what = "start" is a process start. Only `server/db/change-log.ts` writes here.
 */
export const changeLogTable = pgTable(
  "change_log",
  {
    id: primaryId(),
    transaction: transactionNumber("transaction")
      .notNull()
      .default(sql`pg_current_xact_id()`),
    what: varchar("what", { length: 16 }).notNull(),
    target: varchar("target", { length: 255 }).notNull().default(""),
    owner: reference("owner").default(0),
    created_at: createdAt(),
  },
  (table) => [index("change_log_transaction").on(table.transaction), index("change_log_created").on(table.created_at)],
)
