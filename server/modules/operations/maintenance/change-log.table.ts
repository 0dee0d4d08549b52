import { customType, index, pgTable, varchar } from "drizzle-orm/pg-core"
import { sql } from "drizzle-orm"
import { createdAt, primaryId, reference } from "../../../db/columns"

/** A transaction's number, never used again (PostgreSQL's 64-bit one). */
const transactionNumber = customType<{ data: string }>({ dataType: () => "xid8" })

/**
 * What changed of what pages show, and in which transaction (docs/decisions/040). `target` names the row, "" = all of its kind; `owner` is
 * whose it is, 0 = unknown; what = "start" is no change but a process that began. Written by `server/db/change-log.ts` alone.
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
