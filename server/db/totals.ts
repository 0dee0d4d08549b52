import { sql, type SQL } from "drizzle-orm"
import { PgTransaction, type PgTable } from "drizzle-orm/pg-core"
import type { Db } from "./client"

/** Maximum number of rows that are counted exactly during a request. */
const maxCounted = 2_000
/** How long the total of a larger result is cached (ms), and for how many results. */
const [keepMs, maxKept] = [30_000, 500]

type CachedTotal = { total: number; until: number }
type Totals = { entries: Map<string, CachedTotal>; counting: boolean }
const memory = new WeakMap<Db, Totals>()

const totalsOf = (db: Db): Totals => {
  const totals = memory.get(db) ?? { entries: new Map<string, CachedTotal>(), counting: false }
  memory.set(db, totals)
  return totals
}

type Counted = { rows: SQL; key: string }

/** Returns the planner's estimate without reading any row. */
const estimated = async (db: Db, rows: SQL): Promise<number> => {
  const { rows: plan } = await db.execute<{ "QUERY PLAN": { Plan: { "Plan Rows": number } }[] }>(sql`explain (format json) ${rows}`)
  return plan[0]?.["QUERY PLAN"][0]?.Plan["Plan Rows"] ?? 0
}

/** Counts all rows after the response, one result at a time, and caches the total. */
const countLater = (db: Db, { rows, key }: Counted): void => {
  const totals = totalsOf(db)
  if (totals.counting || db instanceof PgTransaction) return
  totals.counting = true
  void db
    .execute<{ count: string }>(sql`select count(*) as count from (${rows}) as counted`)
    .then(
      ({ rows: [row] }) => {
        if (totals.entries.size >= maxKept) totals.entries.clear()
        totals.entries.set(key, { total: Number(row?.count ?? 0), until: Date.now() + keepMs })
      },
      // On failure, the estimate stays in use.
      () => undefined,
    )
    .finally(() => (totals.counting = false))
}

/**
 * Returns the total of a list without a long count during the request: exact up to 2,000 rows; above that, the count cached within the last
 * half minute, and at first the planner's estimate.
 * `rows` selects one column of each row.
 */
export const totalOf = async (db: Db, table: PgTable, where: SQL | undefined): Promise<number> => {
  const query = db
    .select({ one: sql`1` })
    .from(table)
    .where(where)
  return countRows(db, query.getSQL(), JSON.stringify(query.toSQL()))
}

/** Returns the same total for any query. `key` identifies the query together with its values. */
export const countRows = async (db: Db, rows: SQL, key: string): Promise<number> => {
  const cachedTotal = totalsOf(db).entries.get(key)
  if (cachedTotal && cachedTotal.total > maxCounted) {
    if (cachedTotal.until < Date.now()) countLater(db, { rows, key })
    return cachedTotal.total
  }
  const { rows: counts } = await db.execute<{ count: string }>(
    sql`select count(*) as count from (${rows} limit ${maxCounted + 1}) as counted`,
  )
  const count = Number(counts[0]?.count ?? 0)
  if (count <= maxCounted) return count
  countLater(db, { rows, key })
  return Math.max(count, Math.round(await estimated(db, rows)))
}
