import type { Pool, PoolClient } from "pg"
import type { Counters, EntryKey, Facts } from "../search.port"
import type { Prepared, SearchRow } from "./rows"
import { staticScore } from "../static-score"
import { names } from "./schema"

export const transaction = async <T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect()
  try {
    await client.query("begin")
    const result = await work(client)
    await client.query("commit")
    return result
  } catch (error) {
    await client.query("rollback").catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

const columns = names.join(", ")
const types: Record<string, string> = {
  kind: "smallint",
  id: "bigint",
  score: "double precision",
  words: "text[]",
  price: "integer",
  is_vip: "boolean",
  length: "integer",
  size: "bigint",
  rating: "integer",
  views: "integer",
  downloads: "integer",
  favorites: "integer",
  recommended: "boolean",
  categories: "bigint[]",
  user_id: "bigint",
  created_at: "timestamptz",
  tokens: "integer[]",
}
/** Arrays of numbers are passed as text, in PostgreSQL notation. */
const written = new Set(["categories", "tokens"])
const recordset = (list: string[]) => list.map((name) => `${name} ${written.has(name) ? "text" : (types[name] ?? "text")}`).join(", ")
const selected = (list: string[]) => list.map((name) => (written.has(name) ? `${name}::${types[name]}` : name)).join(", ")

const titleNames = ["kind", "id", "score", "title", "folded", "pinyin", "initials", "tokens"]

const insertEntries = (client: PoolClient | Pool, table: string, rows: SearchRow[], at?: string) =>
  client.query(
    `insert into ${table} (${columns}${at ? ", at" : ""}) select ${selected(names)}${at ? ", $2::bigint" : ""} from jsonb_to_recordset($1) as r(${recordset(names)})
     order by kind, id${at ? ` on conflict (kind, id) do update set ${[...names, "at"].map((name) => `${name} = excluded.${name}`).join(", ")}` : ""}`,
    at ? [JSON.stringify(rows), at] : [JSON.stringify(rows)],
  )

const insertWords = async (client: PoolClient | Pool, words: string[]) => {
  if (words.length) await client.query("insert into search.word select unnest($1::text[]) on conflict do nothing", [words])
}

/** Inserts into a new table without an index, or upserts into the current one. */
const insertTitles = (client: PoolClient, rows: SearchRow[], table?: string) =>
  client.query(
    `insert into ${table ?? "search.title"} (${titleNames.join(", ")})
     select ${selected(titleNames)} from jsonb_to_recordset($1) as r(${recordset(titleNames)}) order by kind, id
     ${table ? "" : `on conflict (kind, id) do update set ${titleNames.map((name) => `${name} = excluded.${name}`).join(", ")}`}`,
    [JSON.stringify(rows)],
  )

/** Marks the settled rows of these keys as outdated. Rows are written in key order to avoid deadlocks between two writers. */
const markGone = (client: PoolClient, keys: readonly EntryKey[], at: string) =>
  client.query(
    `insert into search.gone select distinct kind, id, $3::bigint from unnest($1::smallint[], $2::bigint[]) k(kind, id) order by kind, id
     on conflict (kind, id) do update set at = excluded.at`,
    [keys.map((one) => one.kind), keys.map((one) => one.id), at],
  )

const nextChange = async (client: PoolClient): Promise<string> =>
  (await client.query<{ at: string }>("select nextval('search.change') as at")).rows[0]!.at

export const putRows = (pool: Pool, { entries, titles, latin }: Prepared): Promise<void> =>
  transaction(pool, async (client) => {
    const at = await nextChange(client)
    await markGone(client, entries, at)
    await insertEntries(client, "search.fresh", entries, at)
    await insertTitles(client, titles)
    await insertWords(client, latin)
  })

export const removeRows = (pool: Pool, keys: readonly EntryKey[]): Promise<void> =>
  transaction(pool, async (client) => {
    await markGone(client, keys, await nextChange(client))
    const list = [keys.map((one) => one.kind), keys.map((one) => one.id)]
    for (const table of ["fresh", "title"])
      await client.query(
        `delete from search.${table} t using unnest($1::smallint[], $2::bigint[]) k(kind, id) where t.kind = k.kind and t.id = k.id`,
        list,
      )
  })

export const addBuilt = (pool: Pool, { entries, titles, latin }: Prepared, table: string): Promise<void> =>
  transaction(pool, async (client) => {
    await insertEntries(client, table, entries)
    await insertTitles(client, titles, `${table}_title`)
    await insertWords(client, latin)
  })

export const createBuild = async (client: PoolClient | Pool, table: string): Promise<void> => {
  await client.query(`create unlogged table ${table} as select ${columns} from search.fresh with no data`)
  await client.query(`create unlogged table ${table}_title (like search.title)`)
}

/** Creates a table with the scores that determine the new order. */
export const loadCounters = async (pool: Pool, table: string, counters: AsyncIterable<readonly Counters[]>): Promise<void> => {
  await pool.query(`create unlogged table ${table} (kind smallint, id bigint, score double precision, recommended boolean, views int, downloads int,
    favorites int, rating int, primary key (kind, id))`)
  for await (const rows of counters)
    await pool.query(
      `insert into ${table} select kind, id, score, recommended, views, downloads, favorites, rating from jsonb_to_recordset($1)
       as r(kind smallint, id bigint, score double precision, recommended boolean, views int, downloads int, favorites int, rating int) on conflict do nothing`,
      [JSON.stringify(rows.map((row) => ({ ...row, score: staticScore(row as Pick<Facts, keyof Counters & keyof Facts>) })))],
    )
}
