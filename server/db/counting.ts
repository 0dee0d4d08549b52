import { getTableColumns, sql, type SQL } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"

/** Returns new values of counters (columns of `table`, by name) after these changes; none falls below zero. */
export const shifted = <N extends string>(table: PgTable, changes: { [K in N]?: number }): { [K in N]?: SQL } => {
  const columns = getTableColumns(table)
  return Object.fromEntries(
    Object.entries(changes).map(([name, difference]) => [name, sql`greatest(0, ${columns[name]} + ${difference})`]),
  ) as { [K in N]?: SQL }
}
