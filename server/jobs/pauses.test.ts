import type { PoolConfig } from "pg"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { ownDatabase } from "../../tests/setup/own-database"
import { patience } from "../../tests/setup/patience"
import { openDatabase, type DatabaseHandle } from "../db/client"
import { job } from "../module"
import { addPause, removePause } from "../modules/operations/job/job.repository"
import { createLog } from "../security/log"
import { isPaused } from "./pauses"
import { openQueue, type Queue } from "./queue"

const greet = job({ name: "greet", timeoutSeconds: 30, retries: 0, concurrency: 2, run: async () => undefined })
const other = job({ ...greet, name: "other" })
const polling = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 0.5, lookMs: 200 }

let begun: string[]
let connection: PoolConfig
let database: DatabaseHandle
const queues: Queue[] = []
/** Starts what a process does with the queue. Processes share only the database. */
const startProcess = async () => {
  const queue = await openQueue(connection, [greet, other], createLog("silent"), polling)
  queues.push(queue)
  await queue.work(
    [greet, other],
    async (one, payloads) => void begun.push(...payloads.map((payload) => `${one.name} ${(payload as { n: number }).n}`)),
    {
      CONVERT_CONCURRENCY: 1,
    },
  )
  return queue
}
const stopAll = async () => {
  for (const queue of queues.splice(0)) await queue.stop(2)
}
beforeEach(async () => {
  begun = []
  connection = { ...(await ownDatabase()), max: 4 }
  database = openDatabase(connection, () => undefined)
})
afterEach(async () => {
  await stopAll()
  await database.close()
})
const send = (queue: Queue, one: typeof greet, n: number) => queue.send(database.db, one, { n }, { key: String(n) })
const hasBegun = (...names: string[]) =>
  vi.waitFor(() => expect(begun).toEqual(expect.arrayContaining(names)), { timeout: 10_000 * patience, interval: 20 })
const states = async () =>
  (await database.pool.query("select state, retry_count, started_on from queue.job where name = 'greet' order by created_on")).rows as {
    state: string
    retry_count: number
    started_on: Date | null
  }[]

test("no process starts a job of a paused kind, not even after a restart; other kinds run, and all jobs run after the pause", async () => {
  const first = await startProcess()
  await startProcess()
  await addPause(database.db, "greet")
  for (const n of [1, 2, 3]) await send(first, greet, n)
  await send(first, other, 1)
  await hasBegun("other 1")
  await stopAll()
  const restarted = await startProcess()
  await send(restarted, greet, 4)
  await send(restarted, other, 2)
  await hasBegun("other 2")
  // several looks and polls of every worker
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(begun.filter((name) => name.startsWith("greet"))).toEqual([])
  const waiting = { state: "created", retry_count: 0, started_on: null }
  expect(await states()).toEqual([waiting, waiting, waiting, waiting])
  await removePause(database.db, "greet")
  await hasBegun("greet 1", "greet 2", "greet 3", "greet 4")
})

test("a running job of a kind that is paused ends", async () => {
  let end = () => undefined as void
  const running = new Promise<void>((resolve) => (end = resolve))
  const queue = await openQueue(connection, [greet], createLog("silent"), polling)
  queues.push(queue)
  await queue.work([greet], async () => (begun.push("greet"), running), { CONVERT_CONCURRENCY: 1 })
  await send(queue, greet, 1)
  await hasBegun("greet")
  await addPause(database.db, "greet")
  end()
  await vi.waitFor(async () => expect(await states()).toMatchObject([{ state: "completed" }]), { timeout: 10_000 * patience })
})

test("the queue deletes no waiting job while its kind is paused, nor right after it, however old it is", async () => {
  const queue = await openQueue(connection, [greet, other], createLog("silent"), polling)
  queues.push(queue)
  await addPause(database.db, "greet")
  await send(queue, greet, 1)
  await send(queue, other, 1)
  // its own sweep would come first
  await stopAll()
  await database.pool.query("update queue.job set keep_until = now() - interval '1 day', start_after = now() - interval '20 days'")
  const sweep = "delete from queue.job where name in ('greet', 'other') and state < 'active' and keep_until < now() returning name"
  expect((await database.pool.query(sweep)).rows).toEqual([{ name: "other" }])
  expect(await isPaused(database.db, "greet")).toBe(true)
  await removePause(database.db, "greet")
  expect(await isPaused(database.db, "greet")).toBe(false)
  expect((await database.pool.query(sweep)).rows).toEqual([])
  expect(await states()).toMatchObject([{ state: "created" }])
})

test("several processes may start at once on a new database, and a later start changes no table", async () => {
  await Promise.all([startProcess(), startProcess(), startProcess()])
  const triggers = async () =>
    (await database.pool.query("select oid from pg_trigger where tgname like 'hold_paused_job%' order by oid")).rows as unknown[]
  const before = await triggers()
  // each on the partitioned table and on its partition
  expect(before).toHaveLength(4)
  await startProcess()
  expect(await triggers()).toEqual(before)
})
