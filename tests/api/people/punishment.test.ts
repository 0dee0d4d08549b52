import { eq } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { PunishmentType } from "@/lib/contract/people/punishment.enums"
import { minute } from "@/lib/rules/time"
import { createCtx } from "@/server/context"
import { announceEnded } from "@/server/modules/people/punishment/punishment.usecases"
import { punishmentTable } from "@/server/modules/people/punishment/punishment.table"
import { staffWith } from "../../setup/staff"
import { testApp, until, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let admin: TestUser
let clock = 0
beforeAll(async () => {
  app = await testApp({ now: () => new Date(Date.now() + clock) })
  admin = await app.admin()
})
const done = { ok: true, status: 200 }
const rows = (userId: number) =>
  app.database.db.select().from(punishmentTable).where(eq(punishmentTable.user_id, userId)).orderBy(punishmentTable.id)
const inHours = (hours: number) => new Date(app.now().getTime() + hours * 3_600_000)
const punish = (input: Record<string, unknown>, as: TestUser = admin) => app.call("POST /punishment", input, as)
const me = (person: TestUser) => app.call("GET /user", {}, person)

describe("punishments", () => {
  test("creates one row for each user and type, and skips user 1 and missing users", async () => {
    const [one, two] = [await app.person(), await app.person()]
    expect(
      await punish({
        user_id: [one.id, two.id, one.id, 1, 999_999],
        type: [PunishmentType.comment, PunishmentType.upload, PunishmentType.comment],
        reason: "广告",
        remark: "第二次",
      }),
    ).toMatchObject(done)
    expect((await rows(one.id)).map((row) => row.type)).toEqual([PunishmentType.comment, PunishmentType.upload])
    expect(await rows(two.id)).toHaveLength(2)
    expect([await rows(1), await rows(999_999)]).toEqual([[], []])
    const [row] = await rows(one.id)
    expect(row).toMatchObject({ enable: true, reason: "广告", remark: "第二次", end_time: null })
    expect(JSON.parse(row!.operators)).toEqual([{ u: 1, t: PunishmentType.comment, ts: expect.any(Number) as number }])
    expect(await punish({ user_id: [], type: [1] })).toMatchObject({ status: 400, message: "请选择用户" })
    expect(await punish({ user_id: [one.id], type: [] })).toMatchObject({ status: 400, message: "请选择处罚类型" })
    expect(await punish({ user_id: [one.id], type: [9] })).toMatchObject({ status: 400, message: "请选择处罚类型" })
    expect(await punish({ user_id: [1], type: [1] })).toMatchObject(done)
    expect(await me(admin)).toMatchObject(done)
  })

  test("a disabled account is logged out at once, here and in every other process, and is restored when the punishment ends [security: 7.4.2, bans-hold]", async () => {
    const other = await testApp({ connection: app.database.pool.options, now: app.now })
    const person = await app.person()
    expect(await other.call("GET /user", {}, person)).toMatchObject(done)
    const end = inHours(2)
    await punish({ user_id: [person.id], type: [PunishmentType.account], reason: "多次发布广告", end_time: end.toISOString() })
    expect(await me(person)).toMatchObject({ status: 401 })
    await until(async () => (await other.call("GET /user", {}, person)).status === 401, 1_000)
    const login = () => app.call("POST /user/login", { username: person.username, password: "correct horse 7" })
    const refused = await login()
    expect(refused).toMatchObject({ ok: false, status: 403 })
    expect(refused.ok ? "" : refused.message).toContain(`多次发布广告（截止 ${minute(end)}）`)
    clock += 3 * 3_600_000
    expect(await login()).toMatchObject(done)
    expect(await me(person)).toMatchObject({ status: 401 })
  })

  test("every visitor can see that an account is currently disabled; its page is rendered again at the start and the end", async () => {
    const person = await app.person()
    const status = async () => (await app.call("GET /user", { id: person.id })) as { data: { status: number } }
    const changed: string[] = []
    const off = app.events.on("changed", ({ what, id }) => void changed.push(`${what} ${id}`))
    expect(await status()).toMatchObject({ data: { status: 0 } })
    await punish({ user_id: [person.id], type: [PunishmentType.comment] })
    expect(await status()).toMatchObject({ data: { status: 0 } })
    await punish({ user_id: [person.id], type: [PunishmentType.account], end_time: inHours(1).toISOString() })
    expect(await status()).toMatchObject({ data: { status: 1 } })
    await until(() => Promise.resolve(changed.includes(`user ${person.id}`)))
    off()
    expect(await announceEnded(createCtx(app))).not.toContain(person.id)
    clock += 3_660_000
    expect(await status()).toMatchObject({ data: { status: 0 } })
    expect(await announceEnded(createCtx(app))).toEqual([person.id])
    clock += 3_600_000
    expect(await announceEnded(createCtx(app))).toEqual([])
  })

  test("tells what is forbidden, why and until when", async () => {
    const person = await app.person()
    await punish({ user_id: [person.id], type: [PunishmentType.upload], reason: "上传盗版", end_time: "" })
    expect(await app.call("GET /user/caniuploaddocument", {}, person)).toMatchObject({
      status: 403,
      message: "你已被禁止上传文档，原因：上传盗版（长期有效）",
    })
    expect(await me(person)).toMatchObject(done)
  })

  test("an end in the past is rejected, unless it is the stored one", async () => {
    const person = await app.person()
    expect(await punish({ user_id: [person.id], type: [2], end_time: inHours(-1).toISOString() })).toMatchObject({
      status: 400,
      message: "截止时间应在现在之后",
    })
    expect(await punish({ user_id: [person.id], type: [2], end_time: "明天" })).toMatchObject({ status: 400, message: "截止时间不正确" })
    const end = inHours(1).toISOString()
    await punish({ user_id: [person.id], type: [2], end_time: end })
    clock += 2 * 3_600_000
    const [row] = await rows(person.id)
    expect(await app.call("PUT /punishment", { id: row!.id, remark: "已经结束", end_time: end }, admin)).toMatchObject(done)
    expect(await app.call("PUT /punishment", { id: row!.id, end_time: inHours(-5).toISOString() }, admin)).toMatchObject({ status: 400 })
    expect((await rows(person.id))[0]).toMatchObject({ remark: "已经结束", end_time: new Date(end) })
    expect(await app.call("PUT /punishment", { id: row!.id, end_time: "" }, admin)).toMatchObject(done)
    expect((await rows(person.id))[0]!.end_time).toBeNull()
  })

  test("changes keep omitted fields and are recorded; a change to a ban ends sessions", async () => {
    const person = await app.person()
    await punish({ user_id: [person.id], type: [PunishmentType.comment], reason: "甲", enable: false })
    const [row] = await rows(person.id)
    expect(
      await app.call("PUT /punishment", { id: row!.id, type: PunishmentType.account, user_id: 1, operators: "[]" }, admin),
    ).toMatchObject(done)
    expect(await me(person)).toMatchObject(done)
    expect(await app.call("PUT /punishment", { id: row!.id, enable: true }, admin)).toMatchObject(done)
    expect(await me(person)).toMatchObject({ status: 401 })
    const [now] = await rows(person.id)
    expect(now).toMatchObject({ user_id: person.id, reason: "甲", enable: true })
    expect((JSON.parse(now!.operators) as { t: number }[]).map((one) => one.t)).toEqual([PunishmentType.comment, 0, PunishmentType.account])
    expect(await app.call("PUT /punishment", { id: 999_999, enable: true }, admin)).toMatchObject({ status: 404 })
  })

  test("cancelling affects only the given punishments", async () => {
    const [one, two] = [await app.person(), await app.person()]
    await punish({ user_id: [one.id, two.id], type: [PunishmentType.upload] })
    expect(await app.call("PUT /punishment/cancel", { id: [] }, admin)).toMatchObject(done)
    expect((await rows(one.id))[0]!.enable).toBe(true)
    const [row] = await rows(one.id)
    expect(await app.call("PUT /punishment/cancel", { id: [row!.id, 999_999] }, admin)).toMatchObject(done)
    expect(await app.call("PUT /punishment/cancel", { id: [row!.id] }, admin)).toMatchObject(done)
    const [now] = await rows(one.id)
    expect(now!.enable).toBe(false)
    expect((JSON.parse(now!.operators) as { t: number }[]).map((entry) => entry.t)).toEqual([PunishmentType.upload, 0])
    expect((await rows(two.id))[0]!.enable).toBe(true)
  })

  test("staff with each permission read them with the name; name and text are searchable", async () => {
    const person = await app.person()
    await punish({ user_id: [person.id], type: [PunishmentType.favorite], reason: "独特的原因", remark: "内部" })
    const reader = await staffWith(app, "PunishmentAPI/ListPunishment")
    const list = async (input: Record<string, unknown>) => {
      const reply = await app.call("GET /punishment/list", input, reader)
      return reply.ok ? reply.data : { total: -1, punishment: [] }
    }
    expect(await list({ wd: "独特的原因" })).toMatchObject({
      total: 1,
      punishment: [{ username: person.username, user_id: person.id, remark: "内部" }],
    })
    expect((await list({ wd: person.username })).total).toBe(1)
    expect((await list({ user_id: [person.id], type: [PunishmentType.favorite], enable: ["1"] })).total).toBe(1)
    expect((await list({ user_id: [person.id], enable: [false] })).total).toBe(0)
    const [row] = await rows(person.id)
    expect(await app.call("GET /punishment", { id: row!.id }, reader)).toMatchObject({ status: 403 })
    expect(await app.call("GET /punishment", { id: row!.id }, admin)).toMatchObject({ data: { username: person.username } })
    expect(await app.call("GET /punishment", { id: 999_999 }, admin)).toMatchObject({ status: 404 })
    expect(await punish({ user_id: [person.id], type: [1] }, reader)).toMatchObject({ status: 403 })
  })
})

test("a template needs a name, restrictions and a known duration; whoever punishes may list them", async () => {
  const writer = await staffWith(app, "PunishmentAPI/CreatePunishmentTemplate", "PunishmentAPI/ListPunishmentTemplate")
  const input = { title: "发广告", type: [PunishmentType.comment, PunishmentType.upload], hours: 168, reason: "多次发布广告" }
  expect(await app.call("POST /punishmenttemplate", { ...input, title: " " }, writer)).toMatchObject({ status: 400, message: "请输入名称" })
  expect(await app.call("POST /punishmenttemplate", { ...input, type: [] }, writer)).toMatchObject({
    status: 400,
    message: "请选择处罚类型",
  })
  expect(await app.call("POST /punishmenttemplate", { ...input, type: [9] }, writer)).toMatchObject({ status: 400 })
  expect(await app.call("POST /punishmenttemplate", { ...input, hours: 5 }, writer)).toMatchObject({
    status: 400,
    message: "请选择有效时间",
  })
  expect(await app.call("POST /punishmenttemplate", input, writer)).toMatchObject({ ok: true, data: { enable: true, ...input } })
  const lister = await staffWith(app, "PunishmentAPI/ListPunishmentTemplate")
  expect(await app.call("GET /punishmenttemplate/list", { enable: [true] }, lister)).toMatchObject({
    data: { total: 1, punishment_template: [input] },
  })
  expect(await app.call("POST /punishmenttemplate", input, lister)).toMatchObject({ status: 403 })
  expect(await app.call("GET /punishmenttemplate/list", {}, await app.person())).toMatchObject({ status: 403 })
  expect(await app.call("GET /punishmenttemplate/list", {})).toMatchObject({ status: 401 })
})

test("the reason and the remark stay to the byte when the type, the end or the state changes", async () => {
  /** As another program may have stored it: indented, with line ends of Windows and HTML. */
  const stored = "  第一行\r\n<b>第二行</b> "
  const person = await app.person()
  await punish({ user_id: [person.id], type: [PunishmentType.comment] })
  const [{ id } = { id: 0 }] = await rows(person.id)
  await app.database.db.update(punishmentTable).set({ reason: stored, remark: stored }).where(eq(punishmentTable.id, id))
  for (const change of [{ type: PunishmentType.upload }, { end_time: inHours(5).toISOString() }, { enable: false }, { enable: true }])
    expect(await app.call("PUT /punishment", { id, ...change }, admin)).toMatchObject(done)
  expect(await app.call("PUT /punishment/cancel", { id: [id] }, admin)).toMatchObject(done)
  expect(await rows(person.id)).toMatchObject([{ reason: stored, remark: stored, type: PunishmentType.upload, enable: false }])
  expect(await app.call("PUT /punishment", { id, remark: "新的备注" }, admin)).toMatchObject(done)
  expect(await rows(person.id)).toMatchObject([{ reason: stored, remark: "新的备注" }])
})
