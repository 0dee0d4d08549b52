import type { Pool, PoolClient } from "pg"
import { names, settledVersion, withoutStatistics } from "./schema"
import type { Tiers } from "./tiers"
import { transaction } from "./writing"

/** Lock for work that only one process may do at a time. */
const lockKey = 7_304_117

/** Runs `work` unless another process is already running it. */
export const alone = async (pool: Pool, work: () => Promise<void>): Promise<boolean> => {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ locked: boolean }>("select pg_try_advisory_lock($1) as locked", [lockKey])
    if (!rows[0]!.locked) return false
    try {
      await work()
    } finally {
      await client.query("select pg_advisory_unlock($1)", [lockKey])
    }
    return true
  } finally {
    client.release()
  }
}

/** Returns the tables behind the view. */
const settledTables = async (client: Pool | PoolClient): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select distinct t.relname as name from pg_depend d join pg_rewrite r on r.oid = d.objid join pg_class t on t.oid = d.refobjid
     where r.ev_class = 'search.settled'::regclass and t.relkind = 'r'`,
  )
  return rows.map((row) => row.name)
}

/** Returns the table numbers for one run. Deletes the remains of an interrupted run. */
export const beginBuild = async (pool: Pool): Promise<{ number: number; moving: string }> => {
  const { rows: left } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'search'::regnamespace and relkind = 'r'
       and relname ~ '^(build|moving|counter|title|settled)_[0-9]' and relname <> all ($1)`,
    [await settledTables(pool)],
  )
  for (const { name } of left) await pool.query(`drop table if exists search.${name}`)
  const { rows } = await pool.query<{ n: string }>("select nextval('search.build') as n")
  const number = Number(rows[0]!.n)
  const moving = `search.moving_${number}`
  // The new table includes all changes up to now; later changes are correct only in `fresh` and `gone`.
  await pool.query(`create unlogged table ${moving} as select kind, id, at from search.gone`)
  await pool.query(`create index on ${moving} (kind, id)`)
  return { number, moving }
}

const columnsOf = (alias: string) => names.map((name) => `${alias}.${name}`).join(", ")

/** Selects the settled rows that are still valid, and the rows that were fresh when the run began. */
export const merged = (moving: string): string => `
  select ${columnsOf("s")} from search.settled s where not exists (select from ${moving} m where m.kind = s.kind and m.id = s.id)
  union all
  select ${columnsOf("f")} from search.fresh f join ${moving} m using (kind, id) where f.at = m.at`

/** Selects the same rows with updated counters. */
export const recounted = (source: string, counter: string): string => {
  const newer = new Set(["score", "recommended", "views", "downloads", "favorites", "rating"])
  const list = names.map((name) => (newer.has(name) ? `coalesce(c.${name}, r.${name}) as ${name}` : `r.${name}`)).join(", ")
  return `select ${list} from (${source}) r left join ${counter} c using (kind, id)`
}

/**
 * Writes `source` in the order of its static scores into a new table, indexes it and swaps it with the settled table. Queries are blocked
 * only during the swap.
 */
export const replaceSettled = async (
  { pool, tiers }: { pool: Pool; tiers: Tiers },
  { number, moving }: { number: number; moving: string },
  source: string,
  drop: string[],
  { then = "", built = settledVersion }: { then?: string; built?: number } = {},
): Promise<void> => {
  const table = `settled_${number}`
  const client = await pool.connect()
  try {
    await client.query("set default_toast_compression = lz4").catch(() => undefined)
    await client.query(
      "set statement_timeout = 0; set enable_hashjoin = on; set enable_mergejoin = on; set enable_seqscan = on; set maintenance_work_mem = '512MB'",
    )
    const columns = `row_number() over (order by score desc, kind, id)::int as rank, ${names.join(", ")}`
    // `create table as` fills pages from first to last; an INSERT would fill gaps.
    await client.query(`create table search.${table} as select ${columns} from (${source}) r order by score desc, kind, id`)
    await client.query(withoutStatistics(`search.${table}`, ["tokens", "text"]))
    await client.query(`alter table search.${table} add primary key (kind, id)`)
    for (const index of tiers.indexes(table)) await client.query(index)
    await client.query(`analyze search.${table} (kind, id, score, created_at)`)
    // For reading the largest rank.
    await client.query(`create index ${table}_rank on search.${table} (rank)`)
  } finally {
    client.release(true)
  }
  await transaction(pool, async (one) => {
    await one.query("set local statement_timeout = '60s'")
    // Every writer locks this table first, so no write is half done.
    await one.query("lock table search.gone in share row exclusive mode")
    const before = await settledTables(one)
    await one.query(`create or replace view search.settled as select * from search.${table}`)
    for (const name of before) if (name !== table) await one.query(`drop table search.${name}`)
    for (const name of ["gone", "fresh"])
      await one.query(`delete from search.${name} t using ${moving} m where t.kind = m.kind and t.id = m.id and t.at = m.at`)
    if (then) await one.query(then)
    await one.query("update search.state set version = greatest(version, $1), settled_at = now()", [built])
    for (const name of [moving, ...drop]) await one.query(`drop table ${name}`)
  })
}

/**
 * Builds the titles in the order of their scores. Returns the SQL that swaps them with the current ones; titles that changed during the
 * build keep their newer version.
 */
export const prepareTitles = async (pool: Pool, number: number): Promise<string> => {
  const title = `title_${number}`
  const client = await pool.connect()
  try {
    await client.query("set statement_timeout = 0; set enable_seqscan = on; set maintenance_work_mem = '512MB'")
    await client.query(`create table search.${title} as select * from search.build_${number}_title order by score desc, kind, id`)
    await client.query(withoutStatistics(`search.${title}`, ["tokens"]))
    await client.query(`alter table search.${title} add primary key (kind, id)`)
    await client.query(`create index ${title}_tokens on search.${title} using gin (tokens) with (fastupdate = off)`)
  } finally {
    client.release(true)
  }
  return `
    lock table search.title in access exclusive mode;
    delete from search.${title} t using search.gone g where g.kind = t.kind and g.id = t.id;
    insert into search.${title} select t.* from search.title t join search.gone g on g.kind = t.kind and g.id = t.id;
    drop table search.title;
    alter table search.${title} rename to title;
    alter index search.${title}_tokens rename to title_tokens`
}
