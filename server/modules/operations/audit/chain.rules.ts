import { createHmac } from "node:crypto"
import { derivedKey } from "@/server/security/derived-key"
import type { auditTable } from "./audit.table"

/*
 * The audit log is a chain: each row holds the hash of the previous row, and `audit_head` that of the last one. Changing, deleting or
 * inserting a row breaks the link after it. The hash is keyed with the site's secret, which is not in the database, so write access to the
 * database alone is not enough to repair the chain (docs/decisions/023).
 */

export type AuditRow = typeof auditTable.$inferSelect

export const chainKey = (secret: Uint8Array): Buffer => derivedKey(secret, "audit chain")

/** Sorts the keys of every object: PostgreSQL's jsonb does not keep their order. */
const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, ordered(inner)]),
  )
}

/** Fields added by docs/decisions/092. Older rows are hashed without them, as they were then. */
const laterFields = ({ objects, changes, user_agent, request }: AuditRow): unknown[] =>
  objects.length || changes.length || user_agent || request ? [objects, ordered(changes), user_agent, request] : []

/** Returns the hash of a row as read from the table (64 hexadecimal digits); null is the start of the chain. */
export const hashOf = (key: Uint8Array, row: AuditRow | null): string => {
  const fields = row && [
    row.previous,
    row.id,
    row.user_id,
    row.username,
    row.call,
    row.title,
    ordered(row.input),
    row.ip,
    row.created_at.toISOString(),
    ...laterFields(row),
  ]
  return createHmac("sha256", key).update(JSON.stringify(fields)).digest("hex")
}
