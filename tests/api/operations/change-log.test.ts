import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { createCtx } from "@/server/context"
import { readChangeLog, type LoggedChange } from "@/server/db/change-log"
import { openPageProvenance } from "@/server/wire/page-provenance"
import { sweepTables } from "@/server/db/sweeps"
import { testApp } from "../../setup/test-app"

const app = await testApp()
const ctx = createCtx(app)
const { db } = app.database
const logged = async (): Promise<Omit<LoggedChange, "transaction">[]> =>
  (await readChangeLog(db)).changes.map(({ what, id, owner }) => ({ what, id, owner }))
/** A page that is drawn now, and what a process that starts later makes of it. */
const drawNow = async (dependencies: string[]) => {
  const history = (await openPageProvenance(db))!
  const page = { drawn: Date.now(), stamp: await history.stamp(), dependencies }
  return async () => (await history.read()).isTrue(page)
}

test("a change is in the log when its transaction commits, and only then; pages drawn one by one are not", async () => {
  const before = await logged()
  await ctx.changed("document", "a1", 7)
  await ctx.changed("progress", "a1", 7)
  await expect(
    ctx.tx(async (inside) => {
      await inside.changed("document", "b2", 7)
      throw new Error("rolled back")
    }),
  ).rejects.toThrow("rolled back")
  const added = (await logged()).slice(0, -before.length || undefined)
  expect(added).toEqual([{ what: "document", id: "a1", owner: 7 }])
})

test("a page is true for a later process until something that it shows changes", async () => {
  const isTrue = await drawNow(["document c3", "user 7"])
  await ctx.changed("document", "d4", 8)
  expect(await isTrue()).toBe(true)
  await ctx.changed("user", 7)
  expect(await isTrue()).toBe(false)
  expect(await (await drawNow(["user 7"]))()).toBe(true)
})

test("a page that was drawn while the change was under way is not true", async () => {
  let drawn: () => Promise<boolean> = async () => true
  let other = drawn
  await ctx.tx(async (inside) => {
    await inside.changed("document", "e5", 7)
    drawn = await drawNow(["document e5"])
    other = await drawNow(["document f6"])
  })
  expect(await drawn()).toBe(false)
  expect(await other()).toBe(true)
})

test("after a lost connection, and in the numbers of another database, no older page is true", async () => {
  const isTrue = await drawNow(["document g7"])
  const changes = new Promise<void>((done) => app.events.on("changed", ({ what }) => what === "*" && done()))
  await db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen %' and pid <> pg_backend_pid()`)
  await changes
  expect(await isTrue()).toBe(false)
  const next = await drawNow(["document g7"])
  // a copy of the log that was made elsewhere
  await db.execute(sql`insert into change_log (what, transaction) values ('*', '999999999999'::xid8)`)
  expect(await next()).toBe(true)
})

test("of more changes than it may read, what the log still says is enough for younger pages alone", async () => {
  const isTrue = await drawNow([])
  for (let n = 0; n < 5; n++) await ctx.changed("user", 1_000 + n)
  const all = await readChangeLog(db)
  const { changes, complete } = await readChangeLog(db, 3)
  expect(changes).toEqual(all.changes.slice(0, 3))
  expect(complete).toBe(all.changes[3]!.transaction)
  expect(await isTrue()).toBe(true)
})

test("the log is swept after eight days", async () => {
  await db.execute(
    sql`insert into change_log (what, target, created_at) values ('user', 'old', now() - interval '9 days'), ('user', 'week', now() - interval '7 days')`,
  )
  await sweepTables(db, app.sweeps, new Date())
  const ids = (await logged()).map(({ id }) => id)
  expect(ids).toContain("week")
  expect(ids).not.toContain("old")
})
