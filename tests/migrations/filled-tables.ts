import type { Pool } from "pg"

export type TableRows = Record<string, Record<string, unknown>[]>
type Column = { table: string; column: string; type: string; length: number | null; references: string | null }

const quoted = (name: string) => `"${name}"`

const tablesOf = async (pool: Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migration' order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Rows whose columns depend on each other: accounts have either a user or a name, and the entries of a transaction add up to zero. */
const connected: Record<string, string> = {
  ledger_account: `("user_id", "name") values ((select min("id") from "user"), null), (null, 'site')`,
  ledger_entry: `("transaction_id", "account_id", "amount", "balance") select "transaction", "account", "amount", 0 from
    (select (select min("id") from "ledger_transaction") as "transaction", "id" as "account", case when "name" is null then -1 else 1 end as "amount" from "ledger_account") as "rows"`,
}

/** Columns whose default a table rule forbids for a single row, and those of a pending refund that has taken a credit. */
const chosen: Record<string, Record<string, string>> = {
  order_refund: { refund_no: "'R1'", status: "1", fen: "1", taken: "1" },
  ledger_transaction: { key: "'refund:R1'" },
}

/** Returns every row of every table. */
export const rowsOf = async (pool: Pool): Promise<TableRows> => {
  const all: TableRows = {}
  for (const table of await tablesOf(pool)) all[table] = (await pool.query<Record<string, unknown>>(`select * from ${quoted(table)}`)).rows
  return all
}

/** Returns the columns that an insert must set: not nullable and without a default. */
const requiredColumns = async (pool: Pool): Promise<Column[]> =>
  (
    await pool.query<Column>(`
      select c.table_name as "table", c.column_name as "column", c.udt_name as type, c.character_maximum_length as length,
        (select f.confrelid::regclass::text from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
         where f.contype = 'f' and f.conrelid = format('%I', c.table_name)::regclass and a.attname = c.column_name limit 1) as "references"
      from information_schema.columns c
      where c.table_schema = 'public' and c.is_nullable = 'NO' and c.column_default is null and c.is_identity = 'NO' and c.is_generated = 'NEVER'`)
  ).rows

/** Returns a value of the type; a foreign key gets the first row of the referenced table. */
const valueOf = ({ type, length, references }: Column): string => {
  if (references) return `(select min(id) from ${references})`
  if (/^(int|float|numeric)/.test(type)) return "1"
  if (type === "bool") return "true"
  if (type.startsWith("timestamp")) return "now()"
  if (type === "date") return "current_date"
  if (type === "uuid") return "gen_random_uuid()"
  if (type.startsWith("json")) return "'{}'"
  if (type === "bytea") return "'\\x00'"
  if (type.startsWith("_")) return "'{}'"
  return `'${"旧".repeat(Math.min(length ?? 4, 4))}'`
}

/**
 * Inserts one row into every empty table, referenced tables first.
 * @returns the tables that accepted none, and why
 */
export const fillEmptyTables = async (pool: Pool): Promise<string[]> => {
  const columns = await requiredColumns(pool)
  const rows = await rowsOf(pool)
  let left = Object.keys(rows).filter((table) => !rows[table]!.length)
  for (let faults = new Map<string, string>(), before = Infinity; left.length < before;) {
    before = left.length
    faults = new Map()
    for (const table of left) {
      const values = {
        ...Object.fromEntries(columns.flatMap((column) => (column.table === table ? [[column.column, valueOf(column)]] : []))),
        ...chosen[table],
      }
      const names = Object.keys(values).map(quoted).join()
      const sql = connected[table] ?? (names ? `(${names}) values (${Object.values(values).join()})` : "default values")
      await pool.query(`insert into ${quoted(table)} ${sql}`).catch((error: Error) => faults.set(table, `${table}: ${error.message}`))
    }
    left = [...faults.keys()]
    if (!left.length) return []
    if (left.length === before) return [...faults.values()]
  }
  return []
}
