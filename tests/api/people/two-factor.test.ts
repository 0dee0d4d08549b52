import { eq } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { CodeType } from "@/lib/contract/people/verification.enums"
import { ErrorCode } from "@/lib/contract/error-code"
import type { Key } from "@/lib/contract/types"
import { auditTable } from "@/server/modules/operations/audit/audit.table"
import { recoveryCodeTable, totpTable } from "@/server/modules/people/two-factor/two-factor.table"
import { resetFactorsOffline } from "@/server/modules/people/two-factor/two-factor.usecases"
import { stepOf, totpAt } from "../../setup/totp"
import { saveSettings } from "@/server/modules/site/settings/settings.usecases"
import { createCtx } from "@/server/context"
import { elsewhere, newMobile, password, smsCode, switchOnSms } from "../../setup/accounts"
import { confirmAs, confirmedAgo, wantsConfirmation } from "../../setup/confirmation"
import { createClock, withTotp } from "../../setup/factors"
import { groupWith, staffWith } from "../../setup/staff"
import { addToGroup } from "@/server/modules/people/user/membership.usecases"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

const clock = createClock()
let app: TestApp
beforeAll(async () => {
  app = await testApp({ now: clock.now, guessLimits: { name: 5, place: 40, known: 4 } })
})
/** Codes of earlier tests are no longer valid in any test. */
beforeEach(() => clock.pass(90))

const send = async (key: Key, input: object, { ip = elsewhere(), as }: { ip?: string; as?: TestUser } = {}) => {
  const reply = await app.dispatch(key, input, { id: "test", ip, user_agent: "test", token: as?.token ?? "" })
  return reply.ok
    ? { status: 200, code: 0, message: "", field: undefined, data: reply.data as Record<string, never> }
    : { status: reply.status, code: reply.body.code as number, message: reply.body.message, field: reply.body.field, data: undefined }
}
const logIn = (person: TestUser, more: object = {}, from: { ip?: string } = {}) =>
  send("POST /user/login", { username: person.username, password, ...more }, from)
const secured = async () => {
  const person = await app.person()
  const factor = await withTotp(app, person)
  clock.pass(60)
  return { person, ...factor }
}
const wrongCode = { status: 400, code: ErrorCode.invalidArgument, message: "验证码不正确，或者已经用过", field: "otp" }
const otpRequired = { status: 400, code: ErrorCode.factorRequired, message: "请输入两步验证的验证码", field: "otp" }

describe("a login with a second factor [security: two-factor]", () => {
  test("a user without one sees no change, whatever they send along", async () => {
    const person = await app.person()
    expect(await logIn(person)).toMatchObject({ status: 200, data: { token: expect.any(String) as string } })
    expect(await logIn(person, { otp: "123456", passkey: "{}" })).toMatchObject({ status: 200 })
  })

  test("is rejected with a named code without it, and the same call accepts it", async () => {
    const { person, code } = await secured()
    expect(await logIn(person)).toMatchObject(otpRequired)
    expect(await logIn(person, { otp: "" })).toMatchObject(otpRequired)
    expect(await logIn(person, { otp: code() })).toMatchObject({ status: 200, data: { user: { username: person.username } } })
  })

  test("its recovery codes are hashed one after the other, so that they do not crowd the queue of the logins", async () => {
    const hash = app.passwords.hash.bind(app.passwords)
    let [running, most, all] = [0, 0, 0]
    const watched = vi.spyOn(app.passwords, "hash").mockImplementation(async (secret) => {
      all++
      most = Math.max(most, ++running)
      return hash(secret).finally(() => void running--)
    })
    const person = await app.person()
    all = 0
    await withTotp(app, person)
    watched.mockRestore()
    expect([all, most]).toEqual([10, 1])
  })

  test("does not mention a second factor before the password is correct", async () => {
    const { person, code } = await secured()
    const refused = { status: 400, code: ErrorCode.invalidArgument, message: "用户名或密码错误", field: undefined }
    expect(await logIn(person, { password: "another one 9" })).toMatchObject(refused)
    expect(await logIn(person, { password: "another one 9", otp: code() })).toMatchObject(refused)
  })

  test("a code is valid once and invalidates all earlier ones; the next code is valid [security: 6.5.1]", async () => {
    const { person, code, secret } = await secured()
    const now = code()
    const before = totpAt(secret, stepOf(app.now()) - 1)
    expect(await logIn(person, { otp: now })).toMatchObject({ status: 200 })
    expect(await logIn(person, { otp: now })).toMatchObject(wrongCode)
    expect(await logIn(person, { otp: before })).toMatchObject(wrongCode)
    clock.pass(30)
    expect(await logIn(person, { otp: code() })).toMatchObject({ status: 200 })
  })

  test("only one of many parallel requests with the same code succeeds", async () => {
    const { person, code } = await secured()
    const otp = code()
    const replies = await Promise.all(Array.from({ length: 8 }, () => logIn(person, { otp }, { ip: elsewhere() })))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test("a clock that is half a minute off is accepted, a minute is not [security: 6.5.5]", async () => {
    const { person, secret } = await secured()
    const at = (away: number) => totpAt(secret, stepOf(app.now()) + away)
    expect(await logIn(person, { otp: at(-2) })).toMatchObject(wrongCode)
    expect(await logIn(person, { otp: at(2) })).toMatchObject(wrongCode)
    expect(await logIn(person, { otp: at(-1) })).toMatchObject({ status: 200 })
    expect(await logIn(person, { otp: at(1) })).toMatchObject({ status: 200 })
  })

  test("spaces and full-width digits are accepted", async () => {
    const { person, code } = await secured()
    const wide = code().replace(/\d/g, (digit) => String.fromCodePoint(digit.codePointAt(0)! + 0xfee0))
    expect(await logIn(person, { otp: ` ${wide.slice(0, 3)} ${wide.slice(3)}` })).toMatchObject({ status: 200 })
  })

  test("guesses count for the account, whichever spelling is used; the address of the owner has a separate count [security: 6.6.3, 6.3.1]", async () => {
    const { person, code } = await secured()
    const home = elsewhere()
    expect(await logIn(person, { otp: code() }, { ip: home })).toMatchObject({ status: 200 })
    clock.pass(60)
    const wrong = totpAt("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", 1)
    const names = [person.username, ` ${person.username} `, person.username.toUpperCase()]
    const statuses: number[] = []
    for (let n = 0; n < 8; n++) statuses.push((await logIn(person, { username: names[n % names.length], otp: wrong })).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429, 429])
    expect(await logIn(person, { otp: code() }), "a guesser learns nothing").toMatchObject({
      status: 429,
      message: "验证码输错的次数太多，请稍后再试",
    })
    expect(await logIn(person, { otp: code() }, { ip: home })).toMatchObject({ status: 200 })
  })

  test("requesting the code does not count as a guess", async () => {
    const { person, code } = await secured()
    for (let n = 0; n < 8; n++) expect(await logIn(person)).toMatchObject(otpRequired)
    expect(await logIn(person, { otp: code() })).toMatchObject({ status: 200 })
  })

  test("by SMS requires it as well, and its code stays valid meanwhile [security: 6.3.4]", async () => {
    await switchOnSms(app)
    const mobile = newMobile()
    const begun = await send("POST /user/login/mobile", { mobile, code: await smsCode(app, mobile, CodeType.login) })
    const person = { id: 0, username: "", token: String(begun.data!["token"]) }
    const { code: otp } = await withTotp(app, person)
    clock.pass(90)
    const code = await smsCode(app, mobile, CodeType.login)
    expect(await send("POST /user/login/mobile", { mobile, code })).toMatchObject(otpRequired)
    expect(await send("POST /user/login/mobile", { mobile, code, otp: "000000" })).toMatchObject(wrongCode)
    expect(await send("POST /user/login/mobile", { mobile, code, otp: otp() })).toMatchObject({ status: 200 })
  })
})

describe("recovery codes [security: two-factor]", () => {
  test("are ten, all different, and each opens the account once [security: 6.5.1]", async () => {
    const { person, recovery } = await secured()
    expect(recovery).toHaveLength(10)
    expect(new Set(recovery).size).toBe(10)
    for (const one of recovery) expect(one).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
    const [first = "", second = "", third = ""] = recovery
    expect(await logIn(person, { otp: first })).toMatchObject({ status: 200 })
    expect(await logIn(person, { otp: first })).toMatchObject(wrongCode)
    expect(await logIn(person, { otp: second.toUpperCase().replaceAll("-", " ") })).toMatchObject({ status: 200 })
    const replies = await Promise.all(Array.from({ length: 6 }, () => logIn(person, { otp: third }, { ip: elsewhere() })))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await app.call("GET /user/factor", {}, person)).toMatchObject({ data: { recovery_code_count: 7 } })
  })

  test("of one user open no other account", async () => {
    const [one, other] = [await secured(), await secured()]
    expect(await logIn(one.person, { otp: other.recovery[0] })).toMatchObject(wrongCode)
  })

  test("are replaced all at once, only for a user with a second factor", async () => {
    const { person, recovery } = await secured()
    const renewed = await app.call("POST /user/recovery", {}, person)
    if (!renewed.ok) throw new Error(renewed.message)
    expect(renewed.data.recovery_code).toHaveLength(10)
    expect(await logIn(person, { otp: recovery[0] })).toMatchObject(wrongCode)
    expect(await logIn(person, { otp: renewed.data.recovery_code[0] })).toMatchObject({ status: 200 })
    expect(await app.call("POST /user/recovery", {}, await app.person())).toMatchObject({ status: 400, message: "请先开启两步验证" })
  })

  test("a copy of the database contains neither the codes nor the secret of the app [security: 6.5.2]", async () => {
    const { person, recovery, secret } = await secured()
    const stored = JSON.stringify([
      await app.database.db.select().from(totpTable).where(eq(totpTable.user_id, person.id)),
      await app.database.db.select().from(recoveryCodeTable).where(eq(recoveryCodeTable.user_id, person.id)),
    ])
    for (const one of [secret, ...recovery, ...recovery.map((code) => code.replaceAll("-", "").slice(4))]) expect(stored).not.toContain(one)
    const [row] = await app.database.db.select().from(recoveryCodeTable).where(eq(recoveryCodeTable.user_id, person.id))
    expect(row!.hash).toMatch(/^\$argon2id\$/)
  })
})

describe("the setup of an authenticator app", () => {
  test("has no effect before the first correct code, and the secret can be replaced until then", async () => {
    const person = await app.person()
    const first = await app.call("POST /user/totp", {}, person)
    const second = await app.call("POST /user/totp", {}, person)
    if (!first.ok || !second.ok) throw new Error("not begun")
    expect(second.data.uri).toMatch(new RegExp(`^otpauth://totp/.+:${person.username}\\?issuer=.+&secret=${second.data.secret}&`))
    expect(await logIn(person)).toMatchObject({ status: 200 })
    const of = (secret: string) => ({ otp: totpAt(secret, stepOf(app.now())) })
    expect(await app.call("PUT /user/totp", of(first.data.secret), person)).toMatchObject({ status: 400 })
    expect(await app.call("PUT /user/totp", of(second.data.secret), person)).toMatchObject({ ok: true })
    expect(await logIn(person)).toMatchObject(otpRequired)
    expect(await app.call("POST /user/totp", {}, person)).toMatchObject({ status: 409 })
    expect(await app.call("PUT /user/totp", of(second.data.secret), person)).toMatchObject({ status: 409 })
  })

  test("ends the other sessions, at the first factor and at each removal [security: 7.4.3]", async () => {
    const person = await app.person()
    const other = async () => ({ ...person, token: String((await logIn(person, {})).data?.["token"] ?? "") })
    const before = await other()
    const { code } = await withTotp(app, person)
    expect(await app.call("GET /user/factor", {}, before)).toMatchObject({ status: 401 })
    expect(await app.call("GET /user/factor", {}, person)).toMatchObject({ ok: true })
    clock.pass(60)
    const later = { ...person, token: String((await logIn(person, { otp: code() })).data!["token"]) }
    expect(await app.call("DELETE /user/totp", {}, person)).toMatchObject({ ok: true })
    expect(await app.call("GET /user/factor", {}, later)).toMatchObject({ status: 401 })
  })

  test("the code that enabled it cannot log in", async () => {
    const person = await app.person()
    const { code } = await withTotp(app, person)
    expect(await logIn(person, { otp: code() })).toMatchObject(wrongCode)
  })

  test("is removed with its recovery codes", async () => {
    const { person, recovery } = await secured()
    expect(await app.call("DELETE /user/totp", {}, person)).toMatchObject({ ok: true })
    expect(await logIn(person)).toMatchObject({ status: 200 })
    expect(await app.call("GET /user/factor", {}, person)).toMatchObject({ data: { totp: false, recovery_code_count: 0 } })
    expect(await app.call("DELETE /user/totp", {}, person)).toMatchObject({ status: 404 })
    await withTotp(app, person)
    expect(await logIn(person, { otp: recovery[0] }), "old codes stay worthless").toMatchObject(wrongCode)
  })

  test("a session without a recent password check cannot change it [security: 7.5.1, confirmed-actions]", async () => {
    const { person } = await secured()
    await confirmedAgo(app, person, 11)
    const calls: [Key, object][] = [
      ["POST /user/totp", {}],
      ["PUT /user/totp", { otp: "123456" }],
      ["DELETE /user/totp", {}],
      ["POST /user/passkey/begin", {}],
      ["POST /user/passkey", { name: "手机", passkey: "{}" }],
      ["DELETE /user/passkey", { id: 1 }],
      ["POST /user/recovery", {}],
    ]
    for (const [key, input] of calls) expect(await wantsConfirmation(app, key, input, person), key).toBe(true)
  })

  test("its sealed secret belongs to one user: moved to the row of another user it does not open", async () => {
    const [one, other] = [await secured(), await secured()]
    const { db } = app.database
    const [row] = await db.select().from(totpTable).where(eq(totpTable.user_id, one.person.id))
    await db.update(totpTable).set({ secret: row!.secret }).where(eq(totpTable.user_id, other.person.id))
    expect(await logIn(other.person, { otp: one.code() })).toMatchObject(wrongCode)
    expect(await logIn(other.person, { otp: other.recovery[0] }), "recovery codes do not depend on it").toMatchObject({ status: 200 })
  })
})

describe("a lost second factor", () => {
  test("is removed by staff within their rank, which ends the sessions and is audited [security: 6.4.4]", async () => {
    const { person } = await secured()
    const staff = await staffWith(app, "UserAPI/ResetFactor")
    expect(await app.call("DELETE /user/factor", { id: person.id }, staff)).toMatchObject({ ok: true })
    expect(await app.call("GET /user/factor", {}, person)).toMatchObject({ status: 401 })
    expect(await logIn(person)).toMatchObject({ status: 200 })
    const rows = await app.database.db.select().from(auditTable).where(eq(auditTable.user_id, staff.id))
    expect(rows).toMatchObject([{ call: "DELETE /user/factor", input: { id: person.id } }])
  })

  test("cannot be removed for users with more permissions, for user 1, or without the password", async () => {
    const staff = await staffWith(app, "UserAPI/ResetFactor")
    const above = await staffWith(app, "UserAPI/ResetFactor", "UserAPI/SetUser")
    expect(await app.call("DELETE /user/factor", { id: above.id }, staff)).toMatchObject({ status: 403 })
    expect(await app.call("DELETE /user/factor", { id: 1 }, staff)).toMatchObject({ status: 403 })
    await confirmedAgo(app, staff, 11)
    expect(await wantsConfirmation(app, "DELETE /user/factor", { id: above.id }, staff)).toBe(true)
    expect(await app.call("DELETE /user/factor", { id: above.id }, await app.person())).toMatchObject({ status: 403 })
  })

  test("is removed at the terminal of the operator as a last resort", async () => {
    const { person } = await secured()
    await resetFactorsOffline(app.database.db, person.id)
    expect(await logIn(person)).toMatchObject({ status: 200 })
  })
})

describe("a site that requires a second factor from staff [security: two-factor, 6.3.3]", () => {
  const require = (on: boolean) => saveSettings(createCtx(app), "security", { staff_two_factor: on })
  const missing = { ok: false, status: 403, message: "本站要求管理人员开启两步验证，请先到“个人中心 - 登录安全”里设置" }

  test("allows staff without one only the setup, and everything afterwards", async () => {
    const staff = await staffWith(app, "BannerAPI/CreateBanner", "UserAPI/ListUser", "UserAPI/GetUser")
    const reader = await app.person()
    await require(true)
    const banner = { path: "/uploads/x.png", title: "活动" }
    expect(await app.call("POST /banner", banner, staff)).toMatchObject(missing)
    for (const key of ["GET /user/permission", "GET /user/session", "GET /favorite/list"] as const)
      expect(await app.call(key, {}, staff), key).toMatchObject(missing)
    expect((await send("POST /banner", banner, { as: staff })).code).toBe(ErrorCode.factorMissing)
    const seen = await app.call("GET /user", { id: reader.id }, staff)
    expect(seen, "a public call shows what everybody sees").toMatchObject({ data: { email: "" } })
    expect(await app.call("GET /user/factor", {}, staff)).toMatchObject({ data: { required: true, totp: false } })
    await confirmAs(app, staff)
    await withTotp(app, staff)
    app.sessions.forgetAll()
    expect(await app.call("POST /banner", banner, staff)).toMatchObject({ ok: true })
    expect(await app.call("GET /user", { id: reader.id }, staff)).toMatchObject({ data: { email: `${reader.username}@example.org` } })
    await require(false)
  })

  test("requires nothing from readers, and treats user 1 like all staff", async () => {
    const [reader, admin] = [await app.person(), await app.admin()]
    await require(true)
    expect(await app.call("GET /favorite/list", {}, reader)).toMatchObject({ ok: true })
    expect(await app.call("GET /user/factor", {}, reader)).toMatchObject({ data: { required: false } })
    expect(await app.call("GET /config/list", { category: ["system"] }, admin)).toMatchObject(missing)
    expect(await logIn(reader)).toMatchObject({ status: 200 })
    await require(false)
    expect(await app.call("GET /config/list", { category: ["system"] }, admin)).toMatchObject({ ok: true })
  })

  test("requires it again after the last factor is removed, and from new staff", async () => {
    const reader = await app.person()
    await require(true)
    await addToGroup(app.database, reader.id, await groupWith(app, ["/api.v1.UserAPI/ListUser"]))
    app.sessions.forgetAll()
    expect(await app.call("GET /favorite/list", {}, reader)).toMatchObject(missing)
    await withTotp(app, reader)
    app.sessions.forgetAll()
    expect(await app.call("GET /favorite/list", {}, reader)).toMatchObject({ ok: true })
    expect(await app.call("DELETE /user/totp", {}, reader)).toMatchObject({ ok: true })
    app.sessions.forgetAll()
    expect(await app.call("GET /favorite/list", {}, reader)).toMatchObject(missing)
    await require(false)
  })
})
