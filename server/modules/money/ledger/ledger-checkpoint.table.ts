import { sql } from "drizzle-orm"
import { bigint, integer, pgTable } from "drizzle-orm/pg-core"
import { moment } from "../../../db/columns"

const number = (name: string) => bigint(name, { mode: "number" }).notNull().default(0)

/**
 * One row: how far the entries have been checked, and the result of the last check (docs/decisions/422). Only `checkpoint.usecases.ts`
 * writes here.
 */
export const ledgerCheckpointTable = pgTable("ledger_checkpoint", {
  id: integer("id").primaryKey().default(1),
  /** all entries up to this id are checked, and no transaction that runs can still add one */
  entry_id: number("entry_id"),
  entries: number("entries"),
  sum: bigint("sum", { mode: "bigint" })
    .notNull()
    .default(sql`0`),
  /** the next checkpoint, once every transaction below `candidate_xid` has ended */
  candidate_id: number("candidate_id"),
  candidate_xid: number("candidate_xid"),
  /** of the last check: the sum of all entries, and how many faults it reports */
  total: bigint("total", { mode: "bigint" })
    .notNull()
    .default(sql`0`),
  faults: integer("faults").notNull().default(0),
  checked_at: moment("checked_at"),
})
