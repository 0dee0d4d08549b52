import { Pool, type PoolConfig } from "pg"
import type { Analyser } from "./analyser"
import { nothingFound } from "./facets"
import { fold } from "./fold"
import { find, type Layout } from "./postgres/finding"
import { like } from "./postgres/matching"
import { ParameterPool } from "./postgres/parameter-pool"
import { prepare, titleTokens } from "./postgres/rows"
import { createSchema, settledVersion, version } from "./postgres/schema"
import { alone, beginBuild, merged, prepareTitles, recounted, replaceSettled } from "./postgres/settling"
import { tierBounds, tiersOf } from "./postgres/tiers"
import { addBuilt, createBuild, loadCounters, putRows, removeRows } from "./postgres/writing"
import { nearestWord } from "./spelling"
import type { IndexState, EntryKind, SearchPort, Suggested } from "./search.port"

/**
 * Planner settings that make plans stop at the limit in row order: exact bitmaps of the index and no hashing of everything. Plans are
 * cached per query shape. A query that takes too long is cancelled.
 */
const settings = {
  jit: "off",
  work_mem: "64MB",
  max_parallel_workers_per_gather: "0",
  enable_seqscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
  synchronize_seqscans: "off",
  plan_cache_mode: "force_generic_plan",
}
const options = Object.entries(settings)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(" ")

/** How long a query may take (ms). */
const queryMs = 20_000

/**
 * Opens the connections of queries, and those of the work on the index, which sets parameters and holds locks for longer than a
 * transaction. They are the same if no pooler is in between.
 */
const openPools = (connection: SearchConnection, connections: number, onError: (error: Error) => void): { pool: Pool; sessions: Pool } => {
  const limits = { connectionTimeoutMillis: 10_000, idleTimeoutMillis: 30_000 }
  const direct = { ...limits, options, statement_timeout: queryMs }
  const { session } = connection
  const pool = session
    ? new ParameterPool({ ...connection, ...limits, max: connections }, { ...settings, statement_timeout: String(queryMs) })
    : new Pool({ ...connection, ...direct, max: connections })
  const sessions = session ? new Pool({ ...session, ...direct, max: 3 }) : pool
  for (const one of new Set([pool, sessions])) one.on("error", onError).on("connect", (client) => void client.on("error", () => undefined))
  return { pool, sessions }
}

/** How long the layout of the settled table is cached (ms). Another process may have settled it. */
const layoutMs = 30_000

/** `session`: connections that belong to their client, if the others go through a pooler. */
export type SearchConnection = PoolConfig & { session?: PoolConfig }
/** A standby of the database. `read` decides where a query runs; `behind` says that the index has changed. */
export type SearchStandby = {
  connection: PoolConfig
  read: <T>(onStandby: () => Promise<T>, onPrimary: () => Promise<T>) => Promise<T>
  behind: () => void
}

type Options = {
  connection: SearchConnection
  analyser: Analyser
  connections?: number
  /** Queries of visitors run there. */
  standby?: SearchStandby
  onError?: (error: Error) => void
  /** For tests. */
  bounds?: readonly number[]
}

/** Full-text search in PostgreSQL (docs/decisions/032). */
export const createPostgresSearch = (given: Options): SearchPort => {
  const { connection, analyser, connections = 4, standby, onError = () => undefined } = given
  const tiers = tiersOf(given.bounds ?? tierBounds)
  let closing = false
  const report = (error: Error) => void (closing || onError(error))
  const { pool, sessions } = openPools(connection, connections, report)
  const standbyPool = standby && openPools(standby.connection, connections, report).pool
  let ready: Promise<unknown> | null = null
  /** Creates the schema once, in one transaction; processes that start together wait for each other. */
  const db = async (): Promise<Pool> => {
    ready ??= sessions.query(`select pg_advisory_xact_lock(7304116); ${createSchema(tiers)}`)
    await ready.catch((error: unknown) => {
      ready = null
      throw error
    })
    return pool
  }
  const work = () => db().then(() => sessions)
  /** Runs a query of a visitor, on the standby if there is one. */
  const ask = async <T>(query: (pool: Pool) => Promise<T>): Promise<T> => {
    const primary = await db()
    return standby && standbyPool
      ? standby.read(
          () => query(standbyPool),
          () => query(primary),
        )
      : query(primary)
  }
  let layout = { tiers: tiers.conditions, settled: 0, hasTitles: true, until: 0 }
  /** An index of an earlier version has no tiers until it is settled again. */
  const layoutOf = async (pool: Pool): Promise<Layout> => {
    if (performance.now() < layout.until) return layout
    const { rows } = await pool.query<{ version: number; settled: number }>(
      "select version, (select coalesce(max(rank), 0) from search.settled)::int as settled from search.state",
    )
    const { version: storedVersion, settled } = rows[0]!
    const isTiered = storedVersion >= settledVersion
    layout = {
      tiers: isTiered ? tiers.conditions : [""],
      settled,
      hasTitles: storedVersion >= version,
      until: performance.now() + layoutMs,
    }
    return layout
  }
  return {
    engine: "PostgreSQL",
    put: async (entries) => {
      if (entries.length) await putRows(await db(), await prepare(analyser, entries))
      standby?.behind()
    },
    remove: async (keys) => {
      if (keys.length) await removeRows(await db(), keys)
      standby?.behind()
    },
    find: async (query) => {
      if (!query.terms.length) return nothingFound()
      return ask(async (pool) => find(pool, query, await layoutOf(pool)))
    },
    cut: (text) => analyser.cut(text),
    suggest: async ({ text, kind, limit }) => {
      const folded = fold(text)
      if (!folded) return []
      const [tokens, inside, prefix] = [[...titleTokens(folded)].slice(0, 12), like(folded), like(folded).slice(1)]
      const { rows } = await ask((pool) =>
        pool.query<{ kind: EntryKind; id: string; title: string }>(
          `select kind, id, title from (select * from search.title where tokens @> $1::int[]
           and (folded like $2 or pinyin like $2 or initials like $2) ${kind === undefined ? "" : "and kind = $5"} limit 500) t
         order by (folded like $3)::int * 2 + (initials like $3 or pinyin like $3)::int desc, (folded like $2) desc, score desc, kind, id limit $4`,
          [`{${tokens.join()}}`, inside, prefix, limit, ...(kind === undefined ? [] : [kind])],
        ),
      )
      return rows.map((row): Suggested => ({ ...row, id: Number(row.id) }))
    },
    correct: async (word) => {
      const { rows } = await ask((pool) =>
        pool.query<{ word: string }>(
          "select word from search.word where word % $1 and length(word) between $2 and $3 order by similarity(word, $1) desc limit 200",
          [word, word.length - 1, word.length + 1],
        ),
      )
      return nearestWord(
        word,
        rows.map((row) => row.word),
      )
    },
    rebuild: async (source) => {
      const pool = await work()
      await alone(pool, async () => {
        const run = await beginBuild(pool)
        const build = `search.build_${run.number}`
        await createBuild(pool, build)
        for await (const entries of source) if (entries.length) await addBuilt(pool, await prepare(analyser, entries), build)
        const titles = await prepareTitles(pool, run.number)
        await replaceSettled({ pool, tiers }, run, `select * from ${build}`, [build, `${build}_title`], { then: titles, built: version })
        layout.until = 0
      })
      standby?.behind()
    },
    settle: async (counters) => {
      const pool = await work()
      await alone(pool, async () => {
        const run = await beginBuild(pool)
        const counter = `search.counter_${run.number}`
        if (counters) await loadCounters(pool, counter, counters)
        const source = merged(run.moving)
        await replaceSettled({ pool, tiers }, run, counters ? recounted(source, counter) : source, counters ? [counter] : [])
        layout.until = 0
      })
      standby?.behind()
    },
    known: async (kind, from, to) => {
      const { rows } = await (
        await db()
      ).query<{ id: string }>(
        `select id from search.fresh where kind = $1 and id between $2 and $3
         union select id from search.settled s where kind = $1 and id between $2 and $3
           and not exists (select from search.gone g where g.kind = s.kind and g.id = s.id) order by id`,
        [kind, from, to],
      )
      return rows.map((row) => Number(row.id))
    },
    state: async (): Promise<IndexState> => {
      const { rows } = await (
        await db()
      ).query<IndexState>(
        `select ((select count(*) from search.fresh) + settled - (select count(*) from search.gone g join search.settled s using (kind, id)))::int as entries,
           settled, (select count(*)::int from search.gone) as changed, settled_at, version < ${settledVersion} as outdated
         from search.state cross join (select coalesce(max(rank), 0)::int as settled from search.settled) n`,
      )
      return rows[0]!
    },
    // It is lost and restored together with the documents. `settle` renews an outdated layout, but cannot add tokens.
    condition: async () => {
      const { rows } = await (await db()).query<{ obsolete: boolean }>(`select version < ${version} as obsolete from search.state`)
      return { complete: true, obsolete: rows[0]!.obsolete, trouble: null }
    },
    close: async () => {
      closing = true
      await analyser.close()
      await Promise.all([...new Set([pool, sessions, ...(standbyPool ? [standbyPool] : [])])].map((one) => one.end()))
    },
  }
}
