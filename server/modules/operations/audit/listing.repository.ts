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
  /** keys of calls and types of events; null = those that were asked for do not exist */
  calls?: string[]
  types?: number[]
  /** kinds, or rows as `banner:7`; security events have none */
  objects?: string[]
  ip?: string
  from?: Date
  to?: Date
}
/** An entry by its table's kind and its id there. */
export type Entry = { kind: number; id: number }

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

/** What a filter means for each of the two tables; a table that can have nothing of it is left out. */
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
 * One page of the log, the newest first, and how many entries there are. Each table gives as many of its newest as the page could need, by its own
 * index; PostgreSQL merges no ordered parts that have conditions.
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
  return { entries: rows.map(({ id, kind }): Entry => ({ id: Number(id), kind })), total: totals.reduce((sum, one) => sum + one, 0) }
}

/** Rows of staff's calls by their ids. */
export const readOperations = async (db: Db, ids: number[]) =>
  ids.length ? db.select().from(a).where(inArray(a.id, ids)).orderBy(desc(a.id)) : []

/** Security events by their ids, with the names that their people have now. */
export const readEvents = async (db: Db, ids: number[]) =>
  ids.length
    ? db
        .select({ ...getTableColumns(e), username: sql<string>`coalesce(${userTable.username}, '')` })
        .from(e)
        .leftJoin(userTable, eq(userTable.id, e.user_id))
        .where(inArray(e.id, ids))
        .orderBy(desc(e.id))
    : []
