import { sql } from "drizzle-orm"
import { Client } from "pg"
import { setTimeout as pause } from "node:timers/promises"
import { beforeAll, describe, expect, inject, test } from "vitest"
import { startPgBouncer } from "../../scripts/lib/pgbouncer.mjs"
import { closeAtTheEnd } from "../../tests/setup/opened"
import { ownDatabase } from "../../tests/setup/own-database"
import { openQueue } from "../jobs/queue"
import { connectionPooler } from "../modules/operations/doctor/services.usecases"
import { directAnalyser } from "../ports/search/direct-analyser"
import { createPostgresSearch } from "../ports/search/postgres.search"
import { entryOf, searchSuite } from "../ports/search/search.suite"
import { createLog } from "../security/log"
import { databaseUrl } from "../wire/cluster"
import { openDatabase } from "./client"
import { listenForEvents, publish } from "./events"
import { examinePooler, requirePoolerFits, setPooledRole } from "./pooler"
import { pooledName, siteConnection } from "./site-connection"

/* A real PgBouncer in transaction mode before the PostgreSQL of this test run. */

const open = async (size = 20) => {
  const server = await ownDatabase()
  const { url, stop } = await startPgBouncer(server, { size, folder: inject("folders") })
  closeAtTheEnd(stop)
  const direct = databaseUrl(server)
  return { url, direct, server }
}

let url: string
let direct: string
beforeAll(async () => void ({ url, direct } = await open()))

const connectionOf = () =>
  siteConnection({ DATABASE_URL: url, DATABASE_LISTEN_URL: direct, DATABASE_PREPARE: false }, "doujia all 1/1 @ here")
const configured = (more: object) => ({ DATABASE_URL: url, DATABASE_PREPARE: true, ...more })

describe("the start and the doctor", () => {
  test("PostgreSQL itself is no pooler", async () => {
    expect(await examinePooler(direct)).toBeNull()
    expect(await connectionPooler({ DATABASE_URL: direct, DATABASE_PREPARE: true })).toBeNull()
  })

  test("PgBouncer is recognised with its version, its mode and what it does to named statements", async () => {
    const pooler = await examinePooler(url)
    expect(pooler).toMatchObject({ transactions: true, version: expect.stringMatching(/^PgBouncer \d/) })
  })

  test("transaction mode without an address for notifications is refused, with what to do", async () => {
    await expect(requirePoolerFits(configured({}))).rejects.toThrow(/PgBouncer .*事务模式，收不到数据库的通知.*DATABASE_LISTEN_URL/)
    expect(await connectionPooler(configured({}))).toMatchObject({ works: false, fix: expect.stringContaining("DATABASE_LISTEN_URL") })
  })

  test("a PgBouncer that forgets named statements needs DATABASE_PREPARE=off", async ({ skip }) => {
    const both = { DATABASE_LISTEN_URL: direct }
    if ((await examinePooler(url))?.keepsNames) return skip("this PgBouncer keeps them")
    await expect(requirePoolerFits(configured(both))).rejects.toThrow(/留不住具名的预备语句.*DATABASE_PREPARE=off/)
    const fits = configured({ ...both, DATABASE_PREPARE: false })
    await requirePoolerFits(fits)
    expect(await connectionPooler(fits)).toMatchObject({ works: true, text: expect.stringMatching(/^PgBouncer \d.*事务模式；通知和锁走/) })
  })

  test("an address for notifications must be one of the same database, and not the pooler again", async () => {
    await expect(requirePoolerFits(configured({ DATABASE_LISTEN_URL: url, DATABASE_PREPARE: false }))).rejects.toThrow(/也是事务模式/)
    const other = databaseUrl(await ownDatabase())
    await expect(requirePoolerFits(configured({ DATABASE_LISTEN_URL: other, DATABASE_PREPARE: false }))).rejects.toThrow(/不是同一个数据库/)
  })

  test("the doctor reports a pooler that does not answer", async () => {
    const dead = { DATABASE_URL: "postgres://doujia@127.0.0.1:1/doujia", DATABASE_LISTEN_URL: direct, DATABASE_PREPARE: false }
    expect(await connectionPooler(dead)).toMatchObject({ works: false, text: expect.stringContaining("ECONNREFUSED") })
  })
})

test("the pooled role ends statements after a minute, a session of a command does not", async () => {
  await Promise.all([1, 2, 3].map(() => setPooledRole(connectionOf())))
  const read = async (connectionString: string, options?: string) => {
    const client = new Client({ connectionString, options })
    await client.connect()
    const { rows } = await client.query<{ statement_timeout: string }>("show statement_timeout")
    await client.end()
    return rows[0]!.statement_timeout
  }
  expect(await read(direct)).toBe("1min")
  expect(await read(direct, connectionOf().session!.options)).toBe("0")
})

test("statements, locks of a session and the name of the process are where they belong", async () => {
  const database = openDatabase({ ...connectionOf(), max: 4 }, () => undefined)
  closeAtTheEnd(database.close)
  const named = { name: "one", text: "select $1::int as n, pg_backend_pid() as pid" }
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => database.pool.query<{ n: number }>({ ...named, values: [n] })))
  expect(answers.map(({ rows }) => rows[0]!.n)).toEqual([...Array(12).keys()])
  const holder = await database.sessions.connect()
  await holder.query("select pg_advisory_lock(77)")
  const again = await database.pool.query<{ free: boolean }>("select pg_try_advisory_xact_lock(77) as free")
  expect(again.rows[0]!.free).toBe(false)
  const { rows } = await database.aside.execute(
    sql`select application_name as name from pg_stat_activity where datname = current_database() group by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(["doujia all 1/1 @ here", pooledName]))
  holder.release(true)
})

test("events and jobs that are sent through the pooler arrive at once", async () => {
  const connection = connectionOf()
  const database = openDatabase({ ...connection, max: 4 }, () => undefined)
  const bus = await listenForEvents(connection.session!, () => undefined)
  const done: string[] = []
  const job = { name: "greet", timeoutSeconds: 5, retries: 0, concurrency: 1, run: async () => undefined }
  const queue = await openQueue({ ...connection, max: 2 }, [job], createLog("silent"))
  await queue.work([job], async () => void done.push("job"), { CONVERT_CONCURRENCY: 1 })
  bus.on("session", ({ jti }) => void done.push(jti))
  await database.db.transaction(async (tx) => {
    await publish(tx, "session", { jti: "event" })
    await queue.send(tx, job, {})
  })
  for (let waited = 0; done.length < 2 && waited < 2_500; waited += 50) await pause(50)
  expect(done.sort()).toEqual(["event", "job"])
  await queue.stop(1)
  await bus.close()
  await database.close()
})

test("the index is rebuilt and searched with its parameters, on connections that never keep them", async () => {
  const connection = connectionOf()
  const search = createPostgresSearch({ connection, analyser: directAnalyser(), connections: 3 })
  const rows = [entryOf(1, { pages: ["连接池后面的文字"] }), entryOf(2, { pages: ["别的文字"] })]
  await search.put(rows)
  await search.rebuild(
    (async function* () {
      yield rows
    })(),
  )
  expect((await search.state()).settled).toBe(2)
  await search.close()
  const { rows: left } = await openOnce(url, "select current_setting('enable_seqscan') as value")
  expect(left).toEqual([{ value: "on" }])
})

const openOnce = async (connectionString: string, text: string) => {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

searchSuite("PostgreSQL behind PgBouncer", async () => {
  const { url, direct } = await open(5)
  const connection = siteConnection({ DATABASE_URL: url, DATABASE_LISTEN_URL: direct, DATABASE_PREPARE: false }, "doujia all 2/2 @ here")
  return createPostgresSearch({ connection, analyser: directAnalyser(), bounds: [1, 3] })
})
