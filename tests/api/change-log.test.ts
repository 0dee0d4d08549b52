import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { createCtx } from "@/server/context"
import { readChangeLog, type LoggedChange } from "@/server/db/change-log"
import { openPageProvenance } from "@/server/pages/page-provenance"
import { sweepTables } from "@/server/db/sweeps"
import { testApp } from "../setup/test-app"

const app = await testApp()
const ctx = createCtx(app)
const { db } = app.database
const logged = async (): Promise<Omit<LoggedChange, "transaction">[]> =>
  (await readChangeLog(db)).changes.map(({ what, id, owner }) => ({ what, id, owner }))
/** Renders a page now; the result tells whether a process that starts later accepts it. */
const renderNow = async (dependencies: string[]) => {
  const provenance = (await openPageProvenance(db))!
  const page = { renderedAt: Date.now(), snapshotXmin: await provenance.snapshotXmin(), dependencies }
  return async () => (await provenance.readValidityAfterRestart()).isCurrent(page)
}
/** Renders until the result is accepted: while an older transaction of another test runs in the cluster, none is. */
const renderQuietly = async (dependencies: string[]) => {
  let isCurrent = async () => false
  const render = async () => (isCurrent = await renderNow(dependencies))()
  await expect.poll(render).toBe(true)
  return isCurrent
}

test("a change is logged when its transaction commits; the progress of a conversion is not logged", async () => {
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

test("a later process accepts a cached page until something on it changes", async () => {
  const isCurrent = await renderQuietly(["document c3", "user 7"])
  await ctx.changed("document", "d4", 8)
  expect(await isCurrent()).toBe(true)
  await ctx.changed("user", 7)
  expect(await isCurrent()).toBe(false)
  await renderQuietly(["user 7"])
})

test("a page that was rendered during the change is not accepted", async () => {
  let isCurrent: () => Promise<boolean> = async () => true
  let isOtherCurrent = isCurrent
  await ctx.tx(async (inside) => {
    await inside.changed("document", "e5", 7)
    isCurrent = await renderNow(["document e5"])
    isOtherCurrent = await renderNow(["document f6"])
  })
  expect(await isCurrent()).toBe(false)
  expect(await isOtherCurrent()).toBe(true)
})

test("no older page is accepted after a lost connection; changes copied from another database are ignored", async () => {
  const isCurrent = await renderNow(["document g7"])
  const changes = new Promise<void>((done) => app.events.on("changed", ({ what }) => what === "*" && done()))
  await db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and (query ilike 'listen %' or query ilike 'insert into change_log (what) values%') and pid <> pg_backend_pid()`)
  await changes
  expect(await isCurrent()).toBe(false)
  const next = await renderQuietly(["document g7"])
  // a row from a copy of the log that was made elsewhere
  await db.execute(sql`insert into change_log (what, transaction) values ('*', '999999999999'::xid8)`)
  expect(await next()).toBe(true)
})

test("a partially read log decides only about pages newer than its oldest change", async () => {
  const isCurrent = await renderNow([])
  for (let n = 0; n < 5; n++) await ctx.changed("user", 1_000 + n)
  const all = await readChangeLog(db)
  const { changes, completeAbove } = await readChangeLog(db, 3)
  expect(changes).toEqual(all.changes.slice(0, 3))
  expect(completeAbove).toBe(all.changes[3]!.transaction)
  expect(await isCurrent()).toBe(true)
})

test("log entries are deleted after eight days", async () => {
  await db.execute(
    sql`insert into change_log (what, target, created_at) values ('user', 'old', now() - interval '9 days'), ('user', 'week', now() - interval '7 days')`,
  )
  await sweepTables(db, app.sweeps, new Date())
  const ids = (await logged()).map(({ id }) => id)
  expect(ids).toContain("week")
  expect(ids).not.toContain("old")
})
