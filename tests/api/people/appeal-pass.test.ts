import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { AppealStatus } from "@/lib/contract/people/appeal.enums"
import { PunishmentType } from "@/lib/contract/people/punishment.enums"
import { signToken } from "@/server/security/token"
import { password } from "../../setup/accounts"
import { staffWith } from "../../setup/staff"
import { testApp, type TestApp, type TestUser } from "../../setup/test-app"

/* A user whose account is disabled cannot log in, but may appeal once (docs/decisions/445). */

let app: TestApp
let judge: TestUser
let second: TestUser
let person: TestUser
let clock = 0
const rights = ["PunishmentAPI/CreatePunishment", "PunishmentAPI/CancelPunishment", "AppealAPI/ListAppeal", "AppealAPI/AnswerAppeal"]

beforeAll(async () => {
  app = await testApp({ now: () => new Date(Date.now() + clock) })
  judge = await staffWith(app, ...rights)
  second = await staffWith(app, ...rights)
})
beforeEach(async () => {
  clock = 0
  person = await app.person()
})

const disable = (more: object = {}) =>
  app.call("POST /punishment", { user_id: [person.id], type: [PunishmentType.account], reason: "刷屏", ...more }, judge)
const logIn = async (secret = password) => {
  const input = { username: person.username, password: secret }
  const reply = await app.dispatch("POST /user/login", input, { id: "test", ip: "203.0.113.7", user_agent: "test", token: "" })
  return reply.ok ? { status: 200, message: "", appeal: undefined } : { status: reply.status, ...reply.body }
}
const passOf = async () => {
  const { appeal } = await logIn()
  if (!appeal) throw new Error("no pass")
  return appeal
}
const send = (token: string, content = "不是我发的") => app.call("POST /appeal/pass", { token, content })
const waiting = async () => {
  const reply = await app.call("GET /appeal/list", { status: [AppealStatus.waiting] }, second)
  return reply.ok ? reply.data.appeal.filter(({ user_id }) => user_id === person.id) : []
}

describe("a login that a punishment refuses", () => {
  test("gives a pass with which one appeal is sent; the next login says that it waits", async () => {
    await disable()
    const refused = await logIn()
    expect(refused).toMatchObject({ status: 403, message: "你的账号已被禁用，原因：刷屏（长期有效）" })
    const pass = await passOf()
    expect(await send(pass)).toMatchObject({ ok: true })
    expect(await waiting()).toMatchObject([{ title: "处罚：禁用账号", content: "不是我发的", username: person.username }])
    expect(await send(pass)).toMatchObject({ ok: false, status: 409 })
    const again = await logIn()
    expect(again).toMatchObject({ message: "你的账号已被禁用，原因：刷屏（长期有效）。你的申诉正在等待答复" })
    expect(again.appeal).toBeUndefined()
  })

  test("says why the appeal was dismissed; an upheld one lets the user in", async () => {
    await disable()
    await send(await passOf())
    const answer = (upheld: boolean, id: number) => app.call("PUT /appeal", { id, upheld, answer: "证据清楚" }, second)
    const [first] = await waiting()
    expect(await answer(false, first!.id)).toMatchObject({ ok: true })
    expect(await logIn()).toMatchObject({ status: 403, message: expect.stringMatching(/。你的申诉没有成立：证据清楚$/) })
    person = await app.person()
    await disable()
    await send(await passOf())
    const [other] = await waiting()
    expect(await answer(true, other!.id)).toMatchObject({ ok: true })
    expect(await logIn()).toMatchObject({ status: 200 })
  })

  test("gives no pass for a wrong password, nor for another restriction", async () => {
    await disable()
    const wrong = await logIn("wrong horse 77")
    expect([wrong.status, wrong.appeal]).toEqual([400, undefined])
    person = await app.person()
    await disable({ type: [PunishmentType.comment] })
    expect(await logIn()).toMatchObject({ status: 200 })
  })
})

describe("the pass", () => {
  test("is valid for half an hour, and only while the punishment is", async () => {
    await disable()
    const pass = await passOf()
    clock = 31 * 60_000
    expect(await send(pass)).toMatchObject({ ok: false, status: 400, message: "申诉的时限已过，请重新登录一次再提交" })
    clock = 0
    await app.database.pool.query("update punishment set enable = false where user_id = $1", [person.id])
    expect(await send(pass)).toMatchObject({ ok: false, status: 409, message: "这项处理已经不再生效，不用申诉了" })
  })

  test("opens no session and stands for one decision of its user only", async () => {
    await disable()
    const pass = await passOf()
    expect(await app.call("GET /user/group", {}, { ...person, token: pass })).toMatchObject({ ok: false, status: 401 })
    const other = await app.person()
    const expires = new Date(app.now().getTime() + 60_000)
    const { rows } = await app.database.pool.query("select id from decision where user_id = $1", [person.id])
    const foreign = await signToken(app.secret, "appeal", { sub: String(other.id), jti: String(rows[0].id) }, expires, app.now())
    expect(await send(foreign)).toMatchObject({ ok: false, status: 404 })
    expect(await send(person.token)).toMatchObject({ ok: false, status: 400 })
    expect(await send(`${pass.slice(0, -2)}xx`)).toMatchObject({ ok: false, status: 400 })
  })

  test("needs a text", async () => {
    await disable()
    const pass = await passOf()
    expect(await send(pass, " ")).toMatchObject({ ok: false, status: 400, message: "请输入申诉理由" })
    expect(await send(pass, "长".repeat(1_001))).toMatchObject({ ok: false, status: 400 })
    expect(await waiting()).toEqual([])
  })
})
