import { and, desc, eq, getTableColumns, gte, inArray, lte, sql, type SQL } from "drizzle-orm"
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core"
import { auditKinds } from "@/lib/contract/operations/audit.objects"
import type { Db } from "@/server/db/client"
import { totalOf } from "@/server/db/totals"
import { securityEventTable as e } from "../../people/security-event/security-event.table"
import { userTable } from "../../people/user/user.table"
import { auditTable as a } from "./audit.table"

export type AuditFilter = {
  kind?: number[]
  user_id?: number[]
  /** keys of calls and types of events; empty = the requested ones do not exist */
  calls?: string[]
  types?: number[]
  /** kinds, or rows as `banner:7`; security events have none */
  objects?: string[]
  ip?: string
  from?: Date
  to?: Date
}
/** An entry, identified by the kind of its table and its id there. */
export type AuditEntryKey = { kind: number; id: number }

const among = (column: AnyPgColumn, values: readonly (string | number)[] | undefined): SQL | undefined =>
  values && (values.length ? inArray(column, values as number[]) : sql`false`)

type Common = { user_id: AnyPgColumn; ip: AnyPgColumn; created_at: AnyPgColumn }
const common = ({ user_id, ip, created_at }: Common, filter: AuditFilter): (SQL | undefined)[] => [
  among(user_id, filter.user_id),
  filter.ip ? eq(ip, filter.ip) : undefined,
  filter.from && gte(created_at, filter.from),
  filter.to && lte(created_at, filter.to),
]

type Logged = PgTable & Common & { id: AnyPgColumn }
type Part = { table: Logged; kind: number; where: SQL | undefined }

/** Splits a filter into conditions for the two tables. A table that cannot have matches is left out. */
const partsOf = (filter: AuditFilter): Part[] => {
  const has = (kind: number) => !filter.kind || filter.kind.includes(kind)
  const named = (filter.objects ?? []).map((one) => sql`${one}`)
  const objects = filter.objects && sql`${a.objects} && array[${sql.join(named, sql`, `)}]::text[]`
  const { operation, security } = auditKinds
  const operations: Part = { table: a, kind: operation, where: and(...common(a, filter), among(a.call, filter.calls), objects) }
  const events: Part = { table: e, kind: security, where: and(...common(e, filter), among(e.type, filter.types)) }
  return [...(has(operation) ? [operations] : []), ...(has(security) && !filter.objects ? [events] : [])]
}

const newestOf = ({ table, kind, where }: Part, limit: number): SQL =>
  sql`(select ${table.created_at} as at, ${table.id} as id, ${kind}::int as kind from ${table}
    where ${where ?? sql`true`} order by ${table.created_at} desc, ${table.id} desc limit ${limit})`

/**
 * Returns one page of the log, newest first, and the total. Each table supplies as many of its newest rows as the page could need, through
 * its own index: PostgreSQL does not merge ordered parts that have conditions.
 */
export const listEntries = async (db: Db, filter: AuditFilter, { offset, limit }: { offset: number; limit: number }) => {
  const parts = partsOf(filter)
  if (!parts.length) return { entries: [], total: 0 }
  const both = sql.join(
    parts.map((part) => newestOf(part, offset + limit)),
    sql` union all `,
  )
  const [{ rows }, ...totals] = await Promise.all([
    db.execute<{ id: string; kind: number }>(
      sql`select id, kind from (${both}) as entry order by at desc, id desc offset ${offset} limit ${limit}`,
    ),
    ...parts.map(({ table, where }) => totalOf(db, table, where)),
  ])
  return {
    entries: rows.map(({ id, kind }): AuditEntryKey => ({ id: Number(id), kind })),
    total: totals.reduce((sum, one) => sum + one, 0),
  }
}

/** Returns staff calls by id. */
export const readOperations = async (db: Db, ids: number[]) =>
  ids.length ? db.select().from(a).where(inArray(a.id, ids)).orderBy(desc(a.id)) : []

/** Returns security events by id, with the current names of their users. */
export const readEvents = async (db: Db, ids: number[]) =>
  ids.length
    ? db
        .select({ ...getTableColumns(e), username: sql<string>`coalesce(${userTable.username}, '')` })
        .from(e)
        .leftJoin(userTable, eq(userTable.id, e.user_id))
        .where(inArray(e.id, ids))
        .orderBy(desc(e.id))
    : []
