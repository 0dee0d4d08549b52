import { patience } from "../../setup/patience"
import { desc, sql } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { auditKinds } from "@/lib/contract/operations/audit.objects"
import { PunishmentType } from "@/lib/contract/people/punishment.enums"
import { SecurityEventType } from "@/lib/contract/people/security-event.enums"
import { auditTable } from "@/server/modules/operations/audit/audit.table"
import { securityEventTable } from "@/server/modules/people/security-event/security-event.table"
import { libraryOf } from "../../setup/library"
import { planOf, queriesOf } from "../../setup/queries"
import { staffWith } from "../../setup/staff"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let admin: TestUser
let reader: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.admin()
  reader = await staffWith(app, "AuditAPI/ListAudit")
})
const last = async () => (await app.database.db.select().from(auditTable).orderBy(desc(auditTable.id)).limit(1))[0]!
const call = async (...callInput: Parameters<TestApp["call"]>) => {
  const reply = await app.call(...callInput)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data as Record<string, unknown>
}
const listed = async (input: object = {}, as = reader) => {
  const reply = await app.call("GET /audit/list", input, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}
const banner = async (title: string) => Number((await call("POST /banner", { path: "/uploads/x.png", title }, admin)).id)

describe("staff actions are recorded before and after [security: 16.2.1]", () => {
  test("a row that is created, changed and deleted: differences, user, time, address, browser and request", async () => {
    const id = await banner("春节")
    expect(await last()).toMatchObject({
      objects: ["banner", `banner:${id}`],
      changes: [{ object: `banner:${id}`, title: "春节", before: null, after: { title: "春节", path: "/uploads/x.png" } }],
      user_agent: "test",
      request: "test",
    })
    await call("PUT /banner", { id, title: "元宵", sort: 3 }, admin)
    expect((await last()).changes).toEqual([
      { object: `banner:${id}`, title: "元宵", before: { title: "春节", sort: 0 }, after: { title: "元宵", sort: 3 } },
    ])
    await call("PUT /banner", { id, title: "元宵" }, admin)
    expect(await last()).toMatchObject({ objects: ["banner", `banner:${id}`], changes: [] })
    await call("DELETE /banner", { id: [id] }, admin)
    expect((await last()).changes).toMatchObject([{ before: { title: "元宵", sort: 3 }, after: null }])
  })

  test("addresses show no tokens: webhooks no path, others no secret parameters, entries of earlier versions neither [security: 14.2.4]", async () => {
    const url = "https://hooks.example.org/robot/send/tok-path?access_token=tok-query"
    const { id } = await call("POST /webhook", { title: "机器人", url, events: ["document.published"], enable: false }, admin)
    const made = await last()
    await call("PUT /webhook", { id, title: "机器人", url: url.replace("send", "post"), events: ["document.published"] }, admin)
    await call(
      "POST /banner",
      { title: "横幅", path: "/uploads/x.png", url: "https://name:tok-user@example.org/?page=2&api_key=tok-key" },
      admin,
    )
    const rows = await app.database.db.select().from(auditTable)
    expect(JSON.stringify(rows)).not.toContain("tok-")
    expect(made.input).toMatchObject({ url: "https://hooks.example.org/******" })
    expect((await last()).input).toMatchObject({ url: "https://example.org/?page=2&api_key=******" })
    // as an earlier version wrote it; the chain of this test's log does not matter
    const old = { user_id: 1, username: "admin", call: "PUT /webhook", title: "", previous: "x" }
    const change = { object: `webhook:${String(id)}`, title: url, before: { url }, after: null }
    await app.database.db.insert(auditTable).values({ ...old, input: { url }, objects: ["webhook"], changes: [change] })
    const list = await listed({ action: "PUT /webhook" })
    expect(list.audit.length).toBeGreaterThan(1)
    expect(JSON.stringify(list)).not.toContain("tok-")
    for (const entry of list.audit) expect(JSON.stringify(await call("GET /audit", { id: entry.id }, admin))).not.toContain("tok-")
  })

  test("several rows at once, with their dependent rows in other tables", async () => {
    const library = libraryOf(app)
    const [one, other] = [await library.category("甲"), await library.category("乙")]
    const ids = []
    for (const title of ["文档一", "文档二"]) ids.push((await library.document(reader, title, { category_id: [one] })).id)
    await call("PUT /document/category", { document_id: ids, category_id: [other] }, admin)
    expect((await last()).changes.map(({ object, before, after }) => [object, before?.category_id, after?.category_id])).toEqual(
      ids.map((id) => [`document:${id}`, [one], [other]]),
    )
    const group = Number((await call("POST /group", { title: "编辑部" }, admin)).id)
    await call("PUT /group/permission", { group_id: group, permission_id: [1, 2] }, admin)
    expect((await last()).changes).toEqual([{ object: `group:${group}`, title: "编辑部", before: {}, after: { permission_id: [1, 2] } }])
    await call("PUT /user", { id: reader.id, group_id: [2, group] }, admin)
    expect((await last()).changes).toMatchObject([
      { object: `user:${reader.id}`, after: { group_id: expect.arrayContaining([group]) as number[] } },
    ])
    await staffAgain()
  })
  const staffAgain = async () => (reader = await staffWith(app, "AuditAPI/ListAudit"))

  test("settings one by one, by their names; unchanged ones are not listed; passwords are masked", async () => {
    await call("PUT /config", { config: [{ category: "system", name: "sitename", value: "旧名" }] }, admin)
    await call(
      "PUT /config",
      {
        config: [
          { category: "system", name: "sitename", value: "新名" },
          { category: "system", name: "title", value: "" },
          { category: "email", name: "password", value: "very secret 96" },
        ],
      },
      admin,
    )
    const { changes } = await last()
    expect(changes.find(({ object }) => object === "config:system.sitename")).toMatchObject({
      before: { value: "旧名" },
      after: { value: "新名" },
    })
    expect(changes.find(({ object }) => object === "config:email.password")).toMatchObject({ before: null, after: { value: "******" } })
    expect(JSON.stringify(await last())).not.toContain("very secret")
  })

  test("passwords, addresses and names of users are masked on both sides: the log outlives the account [security: 16.2.5]", async () => {
    const person = await app.person()
    await app.database.pool.query(`update "user" set realname = '张三丰', mobile = '13800138000' where id = $1`, [person.id])
    await call("PUT /user/profile", { id: person.id, realname: "李四光", signature: "新的签名" }, admin)
    expect((await last()).changes).toMatchObject([
      { object: `user:${person.id}`, before: { realname: "******", signature: "" }, after: { realname: "******", signature: "新的签名" } },
    ])
    await call("PUT /user/password", { id: person.id, new_password: "fresh staple 42" }, admin)
    expect((await last()).changes[0]).toMatchObject({ before: { password: "******" }, after: { password: "******" } })
    await call("DELETE /user", { id: [person.id], password: "correct horse 7" }, admin).catch(() => undefined)
    const all = JSON.stringify(await app.database.db.select().from(auditTable))
    for (const secret of ["张三丰", "李四光", "13800138000", "fresh staple", "argon2"]) expect(all).not.toContain(secret)
  })

  test("a punishment records its new rows and not the earlier ones", async () => {
    const person = await app.person()
    const punish = (type: number) => call("POST /punishment", { user_id: [person.id], type: [type], enable: true, reason: "广告" }, admin)
    await punish(PunishmentType.comment)
    await punish(PunishmentType.upload)
    const { objects, changes } = await last()
    expect(changes).toMatchObject([{ before: null, after: { user_id: person.id, type: PunishmentType.upload, reason: "广告" } }])
    expect(objects).toEqual(["punishment", changes[0]!.object])
  })

  test("neither the log nor the history of accounts can be changed or emptied [security: 16.4.2]", async () => {
    const { db } = app.database
    for (const statement of ["truncate audit", "update security_event set ip = ''", "truncate security_event"])
      await expect(db.execute(sql.raw(statement)), statement).rejects.toThrow()
    expect(await db.$count(securityEventTable)).toBeGreaterThan(0)
  })
})

describe("GET /audit/list", () => {
  test("is only for users with its permission [security: 8.2.1]", async () => {
    const other = await staffWith(app, "DashboardAPI/GetDashboard", "UserAPI/ListUser")
    for (const key of ["GET /audit/list", "GET /audit"] as const) {
      expect(await app.call(key, { id: 2 })).toMatchObject({ status: 401 })
      expect(await app.call(key, { id: 2 }, other)).toMatchObject({ status: 403 })
    }
    expect(await app.call("GET /audit", { id: 2_000_000 }, reader)).toMatchObject({ status: 404 })
  })

  test("lists staff actions and security events together, newest first; each is read in full by its own number", async () => {
    const person = await app.person()
    await app.call("PUT /user/password", { old_password: "correct staple 41", new_password: "x" }, person)
    await app.call("GET /config/list", { category: "system" }, person, "198.51.100.23")
    const id = await banner("端午")
    const { audit, total } = await listed({ size: 20 })
    expect(total).toBeGreaterThan(10)
    const times = audit.map(({ created_at }) => Date.parse(created_at!))
    expect(times).toEqual(times.toSorted((one, other) => other - one))
    const [operation] = audit.filter(({ objects }) => objects.includes(`banner:${id}`))
    expect(operation).toMatchObject({
      kind: auditKinds.operation,
      action: "POST /banner",
      title: "添加轮播图",
      username: admin.username,
      input: {},
    })
    expect(operation!.changes).toEqual([{ object: `banner:${id}`, title: "端午", before: null, after: null }])
    expect(await call("GET /audit", { id: operation!.id }, reader)).toMatchObject({
      input: { title: "端午" },
      changes: [{ after: { title: "端午" } }],
      user_agent: "test",
    })
    const refused = audit.find(({ kind, user_id }) => kind === auditKinds.security && user_id === person.id)!
    expect(refused).toMatchObject({
      action: String(SecurityEventType.refused),
      title: "没有权限的请求",
      detail: expect.stringContaining("GET /config/list") as string,
      ip: "198.51.100.23",
      username: person.username,
    })
    expect(await call("GET /audit", { id: refused.id }, reader)).toMatchObject({ id: refused.id, kind: auditKinds.security })
  })

  test("is filtered by user, kind, action, object, address and time, alone and together", async () => {
    const staff = await staffWith(app, "BannerAPI/CreateBanner", "BannerAPI/UpdateBanner")
    const made = await app.call("POST /banner", { path: "/uploads/x.png", title: "重阳" }, staff, "198.51.100.77")
    const id = made.ok ? made.data.id : 0
    await app.call("PUT /banner", { id, sort: 9 }, staff, "198.51.100.78")
    const { operation, security } = auditKinds
    const actions = async (input: object) => (await listed({ user_id: staff.id, ...input })).audit.map(({ action }) => action)
    const both = ["PUT /banner", "POST /banner"]
    expect(await actions({ kind: operation })).toEqual(both)
    expect((await actions({ kind: security })).every((action) => /^\d+$/.test(action))).toBe(true)
    expect((await actions({})).length).toBe((await actions({ kind: security })).length + 2)
    expect(await actions({ action: "PUT /banner" })).toEqual(["PUT /banner"])
    expect(await actions({ wd: "轮播图" })).toEqual(both)
    expect(await actions({ wd: "轮播图 添加" })).toEqual(["POST /banner"])
    expect(await actions({ wd: "没有这样的动作" })).toEqual([])
    expect(await actions({ object: "banner" })).toEqual(both)
    expect(await actions({ object: "banner", object_id: String(id) })).toEqual(both)
    expect(await actions({ object: "banner", object_id: "999999" })).toEqual([])
    expect(await actions({ object: ["user", "group"] })).toEqual([])
    expect(await actions({ ip: "198.51.100.78" })).toEqual(["PUT /banner"])
    expect(await actions({ created_at: ["2001-01-01", "2002-01-01"] })).toEqual([])
    expect(await actions({ kind: operation, created_at: ["2001-01-01", ""] })).toEqual(both)
    expect((await listed({ wd: "登录", user_id: staff.id })).audit.length).toBeGreaterThan(0)
    expect(await app.call("GET /audit/list", { kind: 7 }, reader)).toMatchObject({ status: 400 })
  })

  test("every page of a long log is read from indexes", async () => {
    await app.database.pool.query(`
      insert into audit (user_id, username, call, title, objects, created_at, previous)
      select n % 7, 'x', 'PUT /banner', '', array['banner', 'banner:' || n], timestamp '2020-01-01' + n * interval '1 minute', 'x' from generate_series(1, 20000) n`)
    await app.database.pool.query(`
      insert into security_event (user_id, type, ip, created_at)
      select n % 7, 1, '192.0.2.' || n % 200, timestamp '2020-01-01' + n * interval '1 minute' from generate_series(1, 20000) n`)
    await app.database.pool.query("analyze audit, security_event")
    const plan = async (input: object) => {
      const queries = await queriesOf(app, () => listed({ page: 40, size: 50, ...input }))
      return planOf(
        app,
        queries.find(({ text }) => text.includes("offset"))!,
      )
    }
    expect(await plan({})).toMatch(/Index Only Scan Backward using audit_time[^]*Index Only Scan Backward using security_event_time/)
    expect(await plan({ user_id: 3 })).toMatch(/audit_user[^]*security_event_user/)
    expect(await plan({ action: ["PUT /banner", "1"] })).not.toMatch(/Seq Scan/)
    expect(await plan({ ip: "192.0.2.7" })).toMatch(/audit_ip[^]*security_event_ip/)
    const deep = Date.now()
    expect((await listed({ page: 390, size: 100 })).audit).toHaveLength(100)
    expect(Date.now() - deep).toBeLessThan(2_000 * patience)
  })
})
