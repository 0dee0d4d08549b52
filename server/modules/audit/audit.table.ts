import { index, jsonb, pgTable } from "drizzle-orm/pg-core"
import { createdAt, line, primaryId, reference } from "../../db/columns"

/** The audit log of staff's calls with their input, without secrets. Append-only (trigger). */
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
  },
  (table) => [index("audit_user").on(table.user_id, table.id), index("audit_call").on(table.call, table.id)],
)
