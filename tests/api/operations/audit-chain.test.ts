import { asc, sql } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { auditHeadTable, auditTable } from "@/server/modules/operations/audit/audit.table"
import { appendAudit, checkChain } from "@/server/modules/operations/audit/chain.usecases"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let admin: TestUser
const check = () => checkChain(app.database.db, app.secret)
const rows = () => app.database.db.select().from(auditTable).orderBy(asc(auditTable.id))
const write = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, n) => app.call("POST /banner", { path: "/uploads/x.png", title: `活动${n}` }, admin)))

/** Simulates an attacker with direct write access to the database; undone afterwards. */
const tampered = async (statement: string) => {
  const { db } = app.database
  await db.execute(sql`create table kept as table audit`)
  await db.execute(sql`create table kept_head as table audit_head`)
  await db.execute(sql`alter table audit disable trigger user`)
  await db.execute(sql.raw(statement))
  const report = await check()
  await db.execute(sql`delete from audit`)
  await db.execute(sql`delete from audit_head`)
  await db.execute(sql`insert into audit select * from kept`)
  await db.execute(sql`insert into audit_head select * from kept_head`)
  await db.execute(sql`alter table audit enable trigger user`)
  await db.execute(sql`drop table kept, kept_head`)
  return report.broken.map(({ id }) => id)
}

beforeAll(async () => {
  app = await testApp()
  admin = await app.admin()
})

describe("the chain of the audit log [security: audit-chain, 16.4.2]", () => {
  test("starts empty, and stays valid with any number of parallel appends", async () => {
    expect(await check()).toEqual({ rows: 0, unchained: 0, broken: [], head: "" })
    await write(25)
    const all = await rows()
    expect(all).toHaveLength(25)
    expect(new Set(all.map(({ previous }) => previous)).size).toBe(25)
    const [head] = await app.database.db.select().from(auditHeadTable)
    expect(head).toMatchObject({ last_id: all.at(-1)!.id, hash: expect.stringMatching(/^[\da-f]{64}$/) as string })
    expect(await check()).toEqual({ rows: 25, unchained: 0, broken: [], head: head!.hash })
  })

  test("a rejected call leaves no gap in it", async () => {
    await Promise.all([write(3), app.call("POST /banner", {}, admin), app.call("POST /group", { title: "普通用户" }, admin)])
    expect((await check()).broken).toEqual([])
  })

  test("stays valid for any input, and for calls without an open transaction", async () => {
    const strange = { z: 1, a: { 10: "ten", 9: "nine", b: [1.5, null, true] }, 标题: "中 文 \u2028 😀", n: 1e21 }
    await app.call("POST /banner", { path: "/uploads/x.png", title: "混乱", ...strange }, admin)
    await app.call("PUT /config", { config: [{ category: "system", name: "sitename", value: "豆\u0000架😀" }] }, admin)
    await app.call("GET /sms", { id: 1 }, admin)
    expect((await check()).broken).toEqual([])
  })

  test("a changed row is detected", async () => {
    const [, second, third] = await rows()
    for (const change of [
      "username = 'somebody'",
      "input = '{}'",
      "ip = '192.0.2.1'",
      "user_id = 2",
      "title = ''",
      "objects = '{}'",
      "changes = '[]'",
      "user_agent = 'somebody'",
      "request = ''",
      "objects = '{}', changes = '[]', user_agent = '', request = ''",
      "call = 'GET /'",
      "created_at = created_at - interval '1 day'",
    ])
      expect(await tampered(`update audit set ${change} where id = ${second!.id}`), change).toEqual([third!.id])
  })

  test("a removed, inserted, swapped or unlinked row is detected", async () => {
    const [, second, third] = await rows()
    expect(await tampered(`delete from audit where id = ${second!.id}`)).toEqual([third!.id])
    const copied = await tampered(
      `insert into audit (user_id, username, call, previous) values (1, 'admin', 'PUT /user', '${"0".repeat(64)}')`,
    )
    expect(copied.length).toBeGreaterThan(0)
    expect(
      (
        await tampered(
          `update audit set input = (select input from audit where id = ${third!.id} + 3), title = 'x' where id = ${third!.id}; update audit set previous = '' where id = ${third!.id}`,
        )
      ).length,
    ).toBeGreaterThan(0)
  })

  test("rows cut off at the end are detected, and so is a log that is emptied or given a new beginning", async () => {
    const all = await rows()
    const last = all.at(-1)!
    expect(await tampered(`delete from audit where id = ${last.id}`)).toEqual([all.at(-2)!.id])
    expect(await tampered("delete from audit")).toEqual([0])
    expect(await tampered(`delete from audit where id < ${last.id}`)).toEqual([last.id])
    expect((await tampered("update audit set previous = ''")).length).toBe(1)
  })

  test("knowledge of the rows without the secret of the site is not enough to forge the chain", async () => {
    const other = await checkChain(app.database.db, new TextEncoder().encode("another secret of the same length, 32+"))
    expect(other.broken).toHaveLength((await rows()).length + 1)
  })

  test("after a change of the secret the check starts at that change", async () => {
    const before = (await rows()).length
    const secret = new TextEncoder().encode("the new secret of the site, 32 bytes at least")
    for (let n = 0; n < 3; n++)
      await app.database.db.transaction((tx) => appendAudit(tx, secret, { user_id: 1, username: "admin", call: "POST /banner" }))
    const first = (await rows())[before]!
    expect((await checkChain(app.database.db, secret)).broken).toHaveLength(before + 1)
    expect((await checkChain(app.database.db, secret, first.id)).broken).toEqual([])
  })
})
