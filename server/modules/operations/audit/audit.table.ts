import { bigint, index, jsonb, pgTable, smallint, text } from "drizzle-orm/pg-core"
import { createdAt, line, primaryId, reference } from "../../../db/columns"

/** A changed row before and after; null means that it did not exist. */
type AuditChange = { object: string; title: string; before: Record<string, unknown> | null; after: Record<string, unknown> | null }

/** The audit log of staff calls with their input, without secrets. Append-only (trigger) and chained (`chain.rules.ts`). */
export const auditTable = pgTable(
  "audit",
  {
    id: primaryId(),
    user_id: reference("user_id"),
    username: line("username", 64),
    call: line("call", 64),
    title: line("title"),
    input: jsonb("input").$type<Record<string, unknown>>().notNull().default({}),
    /** what the call affected: kinds, and rows as `banner:7` */
    objects: text("objects").array().notNull().default([]),
    /** the changed rows, only the fields that differ */
    changes: jsonb("changes").$type<AuditChange[]>().notNull().default([]),
    ip: line("ip", 64),
    user_agent: line("user_agent", 512),
    /** the request's id in the log */
    request: line("request", 64),
    created_at: createdAt(),
    /** the hash of the previous row; "" in rows from before the log was chained */
    previous: line("previous", 64),
  },
  (table) => [
    index("audit_time").on(table.created_at, table.id),
    index("audit_user").on(table.user_id, table.created_at, table.id),
    index("audit_call").on(table.call, table.created_at, table.id),
    index("audit_ip").on(table.ip, table.created_at, table.id),
    index("audit_objects").using("gin", table.objects),
  ],
)

/** A single row, id 1: the last row of the log and its hash. Every append locks it. */
export const auditHeadTable = pgTable("audit_head", {
  id: smallint("id").primaryKey(),
  last_id: bigint("last_id", { mode: "number" }).notNull().default(0),
  hash: line("hash", 64),
})
