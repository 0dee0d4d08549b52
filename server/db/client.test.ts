import { setTimeout as pause } from "node:timers/promises"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { closeAtTheEnd } from "../../tests/setup/opened"
import { ownDatabase } from "../../tests/setup/own-database"
import { isUniqueViolation, openDatabase, violatedConstraint } from "./client"

test.each([
  ["a unique constraint, by its name", new Error("x", { cause: { code: "23505", constraint: "group_title" } }), "group_title"],
  ["one without a name", new Error("x", { cause: { code: "23505" } }), ""],
  ["another fault of the database", new Error("x", { cause: { code: "23503" } }), null],
  ["a fault of ours", new Error("x"), null],
  ["no error at all", null, null],
])("%s", (_, error, constraint) => {
  expect(violatedConstraint(error)).toBe(constraint)
  expect(isUniqueViolation(error)).toBe(constraint !== null)
})

test("a connection that breaks between two statements of a transaction fails the transaction, and not the process", async () => {
  const { db, aside, close } = openDatabase({ ...(await ownDatabase()), max: 2 }, () => undefined)
  closeAtTheEnd(close)
  const attempt = db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await aside.execute(sql`select pg_terminate_backend(${rows[0]!.pid})`)
    await pause(200)
    await tx.execute(sql`select 1`)
  })
  await expect(attempt).rejects.toThrow()
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
})

test("a closed database has no open connection left, and reports none that breaks", async () => {
  const errors: Error[] = []
  const database = await ownDatabase()
  const { pool, close } = openDatabase({ ...database, max: 8 }, (error) => void errors.push(error))
  await Promise.all(Array.from({ length: 8 }, () => pool.query("select pg_sleep(0.1)")))
  expect(pool.idleCount).toBe(8)
  let closed = 0
  pool.on("remove", () => void (closed += 1))
  await close()
  expect(closed).toBe(8)
  expect(errors).toEqual([])
})

test("a slow statement is reported once, with its time and without its values", async () => {
  const reports: [string, number][] = []
  const slow = { ms: 100, report: (statement: string, ms: number) => void reports.push([statement, ms]) }
  const { db, pool, close } = openDatabase({ ...(await ownDatabase()), max: 2 }, () => undefined, slow)
  closeAtTheEnd(close)
  await pool.query("select 1")
  await pool.query("select pg_sleep(0.2), $1::text", ["a secret value"])
  await db.execute(sql`select pg_sleep(0.2), ${"another secret"}::text`)
  await expect(pool.query("select 1 / (length(pg_sleep(0.2)::text) * $1::int)", [0])).rejects.toThrow()
  expect(reports.map(([statement]) => statement)).toEqual([
    "select pg_sleep(0.2), $1::text",
    "select pg_sleep(0.2), $1::text",
    "select 1 / (length(pg_sleep(0.2)::text) * $1::int)",
  ])
  for (const [, ms] of reports) expect(ms).toBeGreaterThanOrEqual(190)
  expect(JSON.stringify(reports)).not.toContain("secret")
})
