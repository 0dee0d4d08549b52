import { createHash } from "node:crypto"
import { pipeline as pipe, type Readable, type Writable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createGunzip, createGzip } from "node:zlib"
import type { Client } from "pg"
import { from as copyFrom, to as copyTo } from "pg-copy-streams"
import type { BackupTable } from "./manifest.rules"

/* Tables as files. COPY in text form is understood by every later version of PostgreSQL. */

const named = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Lists the site's tables with the columns that can be written. The queue and the search index are rebuilt. */
export const listTables = async (client: Client): Promise<{ name: string; columns: string[] }[]> =>
  (
    await client.query<{ name: string; columns: string[] }>(`
      select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.relname order by c.relname`)
  ).rows

/** Returns the last value of every sequence that has been used. */
export const readSequences = async (client: Client): Promise<Record<string, string>> =>
  Object.fromEntries(
    (
      await client.query<{ name: string; value: string }>(
        "select sequencename as name, last_value::text as value from pg_sequences where schemaname = 'public' and last_value is not null",
      )
    ).rows.map(({ name, value }) => [name, value]),
  )

/** Stores what is read; see `storeParts`. */
type Store = (parts: AsyncIterable<Buffer>) => Promise<void>

/** Stores a table, gzipped; returns its rows, and the size and hash of the file. */
export const dumpTable = async (client: Client, table: { name: string; columns: string[] }, store: Store): Promise<BackupTable> => {
  const source = client.query(
    copyTo(`copy ${named(table.name)} (${table.columns.map(named).join(", ")}) to stdout`),
  ) as unknown as Readable & {
    rowCount: number
  }
  const hash = createHash("sha256")
  let bytes = 0
  // an error of the source destroys `packed`, whose reader gets it
  const packed = pipe(source, createGzip({ level: 3 }), () => undefined)
  const counted = async function* () {
    for await (const part of packed as AsyncIterable<Buffer>) {
      hash.update(part)
      bytes += part.length
      yield part
    }
  }
  await store(counted())
  return { ...table, rows: source.rowCount, bytes, sha256: hash.digest("hex") }
}

/** Reads a table from its file. @throws if the file is not the one of the manifest, or the number of rows differs */
export const loadTable = async (client: Client, { name, columns, rows, sha256 }: BackupTable, packed: Readable): Promise<void> => {
  const hash = createHash("sha256")
  const target = client.query(copyFrom(`copy ${named(name)} (${columns.map(named).join(", ")}) from stdin`)) as unknown as Writable & {
    rowCount: number
  }
  await pipeline(
    packed,
    async function* (parts) {
      for await (const part of parts as AsyncIterable<Buffer>) {
        hash.update(part)
        yield part
      }
    },
    createGunzip(),
    target,
  )
  if (hash.digest("hex") !== sha256) throw new Error(`备份里的表 ${name} 已损坏`)
  if (target.rowCount !== rows) throw new Error(`备份里的表 ${name} 应有 ${rows} 行，读到 ${target.rowCount} 行`)
}

type Constraint = { table: string; name: string; definition: string }

/**
 * Empties the tables and prepares them for rows in any order: triggers are off, and foreign keys are absent. Returns a function that brings
 * both back, which checks every foreign key.
 */
export const prepareTables = async (client: Client, tables: readonly string[]): Promise<() => Promise<void>> => {
  const { rows: keys } = await client.query<Constraint>(`
    select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`)
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${named(name)}`)
  // first, because the audit log refuses to be emptied
  for (const name of tables) await client.query(`alter table ${named(name)} disable trigger user`)
  if (tables.length) await client.query(`truncate ${tables.map(named).join(", ")}`)
  return async () => {
    for (const name of tables) await client.query(`alter table ${named(name)} enable trigger user`)
    for (const { table, name, definition } of keys) await client.query(`alter table ${table} add constraint ${named(name)} ${definition}`)
  }
}

export const setSequences = async (client: Client, sequences: Record<string, string>): Promise<void> => {
  for (const [name, value] of Object.entries(sequences))
    await client.query("select setval($1::regclass, $2)", [`public.${named(name)}`, value])
}
