import type { PoolConfig } from "pg"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { ownDatabase } from "../../tests/setup/own-database"
import { openDatabase, type DatabaseHandle } from "../db/client"
import { createLog } from "../security/log"
import { job } from "../module"
import { openQueue, type Queue } from "./queue"

const greet = job({ name: "greet", timeoutSeconds: 30, retries: 0, concurrency: 1, run: async () => undefined })
/** Where notifications arrive, these workers poll only once an hour, so every job that starts was started by a notification. */
const byNotification = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 3_600 }

let begun: string[]
let connection: PoolConfig
let database: DatabaseHandle
let queue: Queue | undefined
const open = async (polling?: typeof byNotification) => {
  queue = await openQueue(connection, [greet], createLog("silent"), polling)
  await queue.work([greet], async (_, [payload]) => void begun.push((payload as { name: string }).name), { CONVERT_CONCURRENCY: 1 })
}
beforeEach(async () => {
  begun = []
  queue = undefined
  connection = { ...(await ownDatabase()), max: 4 }
  database = openDatabase(connection, () => undefined)
})
afterEach(async () => {
  await queue?.stop(2)
  await database.close()
})

/** A job that always fails with `failure`, and how often it has run. */
const openFailing = async (failure: Error) => {
  const brittle = job({ ...greet, name: "brittle", retries: 2 })
  let runs = 0
  queue = await openQueue(connection, [brittle], createLog("silent"))
  await queue.work([brittle], async () => ((runs += 1), Promise.reject(failure)), { CONVERT_CONCURRENCY: 1 })
  await queue.send(database.db, brittle, {})
  const stateOf = async () => (await database.pool.query("select state, retry_count, output from queue.job where name = 'brittle'")).rows[0]
  return { stateOf, runs: () => runs }
}

const send = (name: string) => queue!.send(database.db, greet, { name }, { key: name })
const hasBegun = (...names: string[]) =>
  vi.waitFor(() => expect(begun).toEqual(expect.arrayContaining(names)), { timeout: 10_000, interval: 5 })

test("a job starts when its transaction commits: not before, and without waiting for the next poll", async () => {
  await open(byNotification)
  for (const n of [1, 2, 3, 4, 5]) {
    const name = `第 ${n} 个`
    await database.db.transaction(async (tx) => {
      await queue!.send(tx, greet, { name }, { key: name })
      // The only worker has polled for jobs after this one was sent.
      await send(`${name}之后`)
      await hasBegun(`${name}之后`)
      expect(begun).not.toContain(name)
    })
    await hasBegun(name)
  }
})

test("many short jobs run without a pause between them", async () => {
  await open(byNotification)
  const names = Array.from({ length: 10 }, (_, n) => `短 ${n}`)
  for (const name of names) await send(name)
  await hasBegun(...names)
})

test("a job whose notification is lost is found by polling", async () => {
  await open()
  const listening = "pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query ilike '%listen%'"
  await vi.waitFor(async () => {
    const { rowCount } = await database.pool.query(`select pg_terminate_backend(pid) from ${listening}`)
    expect(rowCount).toBeGreaterThan(0)
  })
  await send("没有通知")
  await hasBegun("没有通知")
})

test.each([
  ["PostgreSQL rejects its values", new Error("Failed query", { cause: Object.assign(new Error("a second time"), { code: "21000" }) })],
  ["a port rejects them", Object.assign(new Error("mapper_parsing_exception"), { permanent: true })],
])("a job that fails because %s is not retried and ends as failed, with its error", async (_, failure) => {
  const { stateOf, runs } = await openFailing(failure)
  await vi.waitFor(async () => expect(await stateOf()).toMatchObject({ state: "failed", output: { message: failure.message } }), {
    timeout: 10_000,
  })
  expect(runs()).toBe(1)
})

test("a job that fails for another reason is retried", async () => {
  const { stateOf, runs } = await openFailing(Object.assign(new Error("connection lost"), { code: "ECONNRESET" }))
  await vi.waitFor(async () => expect(await stateOf()).toMatchObject({ state: "retry" }), { timeout: 10_000 })
  expect(runs()).toBe(1)
})

describe("a batch", () => {
  const sendMany = async (names: string[], run: (names: string[]) => Promise<void>) => {
    const many = job({ ...greet, name: "many", retries: 1, batch: { size: 300, run: async () => undefined } })
    queue = await openQueue(connection, [many], createLog("silent"))
    await database.db.transaction(async (tx) => {
      for (const name of names) await queue!.send(tx, many, { name }, { key: name })
    })
    await queue.work([many], (_, payloads) => run(payloads.map((one) => (one as { name: string }).name)), { CONVERT_CONCURRENCY: 1 })
    return async () => {
      const { rows } = await database.pool.query("select state, count(*)::int as n from queue.job where name = 'many' group by 1")
      return Object.fromEntries(rows.map((row) => [row.state, row.n]))
    }
  }
  const names = Array.from({ length: 295 }, (_, at) => `第 ${at} 个`)

  test("295 waiting jobs run as one", async () => {
    const runs: string[][] = []
    const states = await sendMany(names, async (some) => void runs.push(some))
    await vi.waitFor(async () => expect(await states()).toEqual({ completed: 295 }), { timeout: 10_000 })
    expect(runs.map((some) => some.toSorted())).toEqual([names.toSorted()])
  })

  test("a job that fails does not stop the others", async () => {
    const states = await sendMany(names.slice(0, 5), async (some) => {
      if (some.includes("第 2 个")) throw Object.assign(new Error("rejected"), { permanent: true })
    })
    await vi.waitFor(async () => expect(await states()).toEqual({ completed: 4, failed: 1 }), { timeout: 10_000 })
  })

  test("after three failures in a row the others fail without a run, and are tried again later", async () => {
    let runs = 0
    const states = await sendMany(names.slice(0, 9), async () => {
      runs += 1
      throw new Error("unavailable")
    })
    await vi.waitFor(async () => expect(await states()).toEqual({ retry: 9 }), { timeout: 10_000 })
    expect(runs).toBe(4)
  })
})

test("a start changes only the queues and schedules that differ from the jobs", async () => {
  const nightly = job({ name: "nightly", timeoutSeconds: 30, retries: 1, every: "0 3 * * *", concurrency: 1, run: async () => undefined })
  const startWith = async (changes: Partial<typeof nightly>) => {
    await queue?.stop(2)
    queue = await openQueue(connection, [{ ...nightly, ...changes }], createLog("silent"))
    const { rows } = await database.pool.query(
      `select q.retry_limit, q.expire_seconds, q.updated_on as queue_on, s.cron, s.updated_on as schedule_on
        from queue.queue q join queue.schedule s on s.name = q.name where q.name = 'nightly'`,
    )
    return rows[0] as object
  }
  const first = await startWith({})
  expect(first).toMatchObject({ retry_limit: 1, expire_seconds: 30, cron: "0 3 * * *" })
  expect(await startWith({})).toEqual(first)
  const changed = { retry_limit: 2, expire_seconds: 40, cron: "0 4 * * *" }
  expect(await startWith({ retries: 2, timeoutSeconds: 40, every: "0 4 * * *" })).toMatchObject(changed)
  // the join finds no row without a schedule
  expect(await startWith({ every: undefined })).toBe(undefined)
})
