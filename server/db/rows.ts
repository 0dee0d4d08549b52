import { sql, type SQL } from "drizzle-orm"
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
}

/** Returns the rows grouped by the columns that they have; the database's default replaces a column without a value. */
const byColumns = (rows: ColumnValues[]): [names: string[], rows: ColumnValues[]][] => {
  const groups = new Map<string, [string[], ColumnValues[]]>()
  for (const row of rows) {
    const names = Object.keys(row).filter((name) => row[name] !== undefined)
    const key = names.join()
    const group = groups.get(key)
    if (group) group[1].push(row)
    else groups.set(key, [names, [row]])
  }
  return [...groups.values()]
}

const listOf = (names: readonly string[]): SQL =>
  sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  )

/**
 * Returns the statement that inserts rows with these columns. The rows are one JSON parameter: a parameter per value would take most of the
 * time of an import.
 */
const insertOf = (table: PgTable, names: readonly string[], rows: ColumnValues[]): SQL =>
  sql`insert into ${table} (${listOf(names)}) select ${listOf(names)}
    from json_populate_recordset(null::${table}, ${JSON.stringify(rows)}::json)`

/** Inserts rows, or updates the existing ones. */
export const upsertRows = async (db: Db, table: PgTable, rows: ColumnValues[], { key, fixedColumns = [] }: How): Promise<void> => {
  for (const [names, some] of byColumns(rows)) {
    const changed = names.filter((name) => !key.includes(name) && !fixedColumns.includes(name))
    const set = changed.map((name) => sql`${sql.identifier(name)} = excluded.${sql.identifier(name)}`)
    const action = changed.length ? sql`do update set ${sql.join(set, sql`, `)}` : sql`do nothing`
    await db.execute(sql`${insertOf(table, names, some)} on conflict (${listOf(key)}) ${action}`)
  }
}

/** PostgreSQL's names of types; those of texts without a length, to which a cast cuts nothing. */
const typeNames: Record<string, string> = { bigint: "int8", integer: "int4", smallint: "int2", char: "bpchar" }
const typeOf = (column: AnyPgColumn): SQL => {
  const name = column.getSQLType().replace(/\(.*$/, "")
  return sql`${sql.identifier(typeNames[name] ?? name)}`
}

/** Matches a column with a list of values as one parameter: a parameter for each would take longer than the query. */
export const isOneOf = (column: AnyPgColumn, values: readonly unknown[]): SQL =>
  sql`${column} = any(${sql.param(values)}::${typeOf(column)}[])`

/** Matches the rows with one of these keys, which all have the same columns. */
const withKeys = (table: PgTable, keys: ColumnValues[]): SQL => {
  const names = Object.keys(keys[0]!)
  if (names.length === 1) {
    const [name] = names as [string]
    const column = columnsOf(table).get(name)!
    return isOneOf(
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

export const insertRows = async (db: Db, table: PgTable, rows: ColumnValues[]): Promise<void> => {
  for (const [names, some] of byColumns(rows)) await db.execute(insertOf(table, names, some))
}

/** Checks whether PostgreSQL rejected a statement because of its values: a constraint is violated, or a value does not fit. */
export const isRefusedRow = (error: unknown): boolean => {
  const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined
  return /^(2[123]|22)/.test(cause?.code ?? "")
}
