import { inArray, sql, type SQL } from "drizzle-orm"
import { getTableConfig, type AnyPgColumn, type PgTable } from "drizzle-orm/pg-core"
import type { Db } from "./client"

/* Values of whole rows of any table, written in bulk as the source site had them. Only the import writes this way (docs/decisions/090). */

export type ColumnValues = Record<string, unknown>

/** Maps the database names of a table's columns, which are also the keys of its rows, to the columns. */
export const columnsOf = (table: PgTable): Map<string, AnyPgColumn> =>
  new Map(getTableConfig(table).columns.map((column) => [column.name, column]))

type How = {
  /** The columns that identify a row. */
  key: readonly string[]
  /** Columns whose values an existing row keeps. */
  fixedColumns?: readonly string[]
  /** How to update a column of an existing row: an expression over `excluded` and the table. */
  merged?: Readonly<Record<string, SQL>>
}

/** Inserts rows that all have the same columns, or updates the existing ones. */
export const upsertRows = async (
  db: Db,
  table: PgTable,
  rows: ColumnValues[],
  { key, fixedColumns = [], merged = {} }: How,
): Promise<void> => {
  if (!rows.length) return
  const columns = columnsOf(table)
  const changed = Object.keys(rows[0]!).filter((name) => !key.includes(name) && !fixedColumns.includes(name))
  const set = Object.fromEntries(changed.map((name) => [name, merged[name] ?? sql`excluded.${sql.identifier(name)}`]))
  const insert = db.insert(table).values(rows)
  const target = key.map((name) => columns.get(name)!)
  await (changed.length ? insert.onConflictDoUpdate({ target, set }) : insert.onConflictDoNothing())
}

/** Matches the rows with one of these keys, which all have the same columns. */
const withKeys = (table: PgTable, keys: ColumnValues[]): SQL => {
  const names = Object.keys(keys[0]!)
  if (names.length === 1) {
    const [name] = names as [string]
    const column = columnsOf(table).get(name)!
    return inArray(
      column,
      keys.map((key) => key[name]),
    )
  }
  const tuples = keys.map(
    (key) =>
      sql`(${sql.join(
        names.map((name) => sql`${key[name]}`),
        sql`, `,
      )})`,
  )
  return sql`(${sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  )}) in (${sql.join(tuples, sql`, `)})`
}

/** Reads the rows with one of these keys and locks them until the end of the transaction. */
export const readRows = async (db: Db, table: PgTable, keys: ColumnValues[]): Promise<ColumnValues[]> =>
  keys.length
    ? db
        .select(Object.fromEntries(columnsOf(table)))
        .from(table)
        .where(withKeys(table, keys))
        .for("update")
    : []

export const removeRows = async (db: Db, table: PgTable, keys: ColumnValues[]): Promise<void> => {
  if (keys.length) await db.delete(table).where(withKeys(table, keys))
}

/** Deletes every row. */
export const emptyTable = async (db: Db, table: PgTable): Promise<void> => void (await db.delete(table))

/** Inserts rows that all have the same columns. */
export const insertRows = async (db: Db, table: PgTable, rows: ColumnValues[]): Promise<void> => {
  if (rows.length) await db.insert(table).values(rows)
}

/** Checks whether PostgreSQL rejected a statement because of its values: a constraint is violated, or a value does not fit. */
export const isRefusedRow = (error: unknown): boolean => {
  const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined
  return /^(2[123]|22)/.test(cause?.code ?? "")
}
