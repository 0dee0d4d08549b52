import { bigint, index, jsonb, pgTable, smallint } from "drizzle-orm/pg-core"
import { createdAt, line, primaryId, reference } from "../../db/columns"

/** The audit log of staff's calls with their input, without secrets. Append-only (trigger), chained (`chain.rules.ts`). */
export const auditTable = pgTable(
  "audit",
  {
    id: primaryId(),
    user_id: reference("user_id"),
    username: line("username", 64),
    call: line("call", 64),
    title: line("title"),
    input: jsonb("input").$type<Record<string, unknown>>().notNull().default({}),
    ip: line("ip", 64),
    created_at: createdAt(),
    /** the hash of the row before; "" in rows from before the log was chained */
    previous: line("previous", 64),
  },
  (table) => [index("audit_user").on(table.user_id, table.id), index("audit_call").on(table.call, table.id)],
)

/** One row, id 1: the last row of the log and its hash. Whoever appends locks it. */
export const auditHeadTable = pgTable("audit_head", {
  id: smallint("id").primaryKey(),
  last_id: bigint("last_id", { mode: "number" }).notNull().default(0),
  hash: line("hash", 64),
})
