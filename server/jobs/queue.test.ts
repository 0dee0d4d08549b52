import { randomUUID } from "node:crypto"
import { Client } from "pg"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { openDatabase, type DatabaseHandle } from "../db/client"
import { createLog } from "../log"
import { job } from "./job"
import { openQueue, type Queue } from "./queue"

const started: { name: string; at: number }[] = []
const greet = job({ name: "greet", timeoutSeconds: 30, retries: 0, concurrency: 1, run: async () => undefined })

let database: DatabaseHandle
let queue: Queue
beforeAll(async () => {
  const server = inject("postgres")
  const name = `test_${randomUUID().replaceAll("-", "")}`
  const client = new Client(server)
  await client.connect()
  await client.query(`create database ${name} template template_doujia`)
  await client.end()
  const connection = { ...server, database: name, max: 4 }
  database = openDatabase(connection, () => undefined)
  queue = await openQueue(connection, [greet], createLog("silent"))
  await queue.work([greet], async (_, payload) => void started.push({ name: (payload as { name: string }).name, at: performance.now() }), {
    CONVERT_CONCURRENCY: 1,
  })
})
afterAll(async () => {
  await queue.stop(2)
  await database.close()
})

const startOf = async (name: string): Promise<number> => {
  for (;;) {
    const found = started.find((one) => one.name === name)
    if (found) return found.at
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test("a job is begun when its transaction commits: not before, and without waiting for the next look", async () => {
  const waits: number[] = []
  for (const n of [1, 2, 3, 4, 5]) {
    const name = `第 ${n} 个`
    await pause(150)
    await database.db.transaction(async (tx) => {
      await queue.send(tx, greet, { name }, { key: name })
      await pause(50)
      expect(started.some((one) => one.name === name)).toBe(false)
    })
    const committed = performance.now()
    waits.push((await startOf(name)) - committed)
  }
  expect(waits.toSorted((a, b) => a - b)[2]).toBeLessThan(200)
})

test("many short jobs run without a pause between them", async () => {
  const names = Array.from({ length: 10 }, (_, n) => `短 ${n}`)
  const begun = performance.now()
  for (const name of names) await queue.send(database.db, greet, { name }, { key: name })
  await Promise.all(names.map(startOf))
  // polled every two seconds they would take twenty
  expect(performance.now() - begun).toBeLessThan(5_000)
})

test("where the notifications are lost, looking finds it", async () => {
  await pause(300)
  const { rowCount } = await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query ilike '%listen%'",
  )
  expect(rowCount).toBeGreaterThan(0)
  await queue.send(database.db, greet, { name: "没有通知" })
  await startOf("没有通知")
})
