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
