import { createHash } from "node:crypto"
import { eq } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { CodeType } from "@/lib/contract/people/verification.enums"
import { PunishmentType } from "@/lib/contract/people/punishment.enums"
import { createCtx } from "@/server/context"
import { createPasswords } from "@/server/security/password"
import { saveSettings } from "@/server/modules/site/settings/settings.usecases"
import { punishmentTable } from "@/server/modules/people/punishment/punishment.table"
import { userGroupTable, userTable } from "@/server/modules/people/user/user.table"
import { groupTable } from "@/server/modules/people/group/group.table"
import { codeIn, elsewhere, mailTo, newMobile, password, smsCode, switchOnMail, switchOnSms, wrong } from "../../setup/accounts"
import { testApp, type TestApp } from "../../setup/test-app"

let app: TestApp
let time = Date.parse("2026-11-20T04:00:00Z")
beforeAll(async () => {
  app = await testApp({ now: () => new Date((time += 1)) })
  await switchOnMail(app)
  await switchOnSms(app)
})
const account = (username: string, more = {}) => ({ username, email: `${username}@example.org`, password, ...more })
const register = (username: string, more = {}) => app.call("POST /user/register", account(username, more), undefined, elsewhere())
const logIn = (username: string, secret = password) => app.call("POST /user/login", { username, password: secret }, undefined, elsewhere())
const rowOf = async (username: string) => (await app.database.db.select().from(userTable).where(eq(userTable.username, username)))[0]!
const codeFor = async (email: string) => {
  time += 61_000
  const reply = await app.call("POST /user/email/code", { email }, undefined, elsewhere())
  if (!reply.ok) throw new Error(reply.message)
  return codeIn((await mailTo(app, email))?.text)
}
const security = (values: Parameters<typeof saveSettings<"security">>[2]) => saveSettings(createCtx(app), "security", values)

describe("registering by name", () => {
  test("creates an account with the default group, the reward and a session", async () => {
    const reply = await register("韩梅梅", { email: "hmm@example.org" })
    expect(reply).toMatchObject({
      ok: true,
      data: {
        token: expect.stringMatching(/^ey/) as string,
        user: {
          username: "韩梅梅",
          email: "hmm@example.org",
          email_verified: false,
          has_password: true,
          credit_count: 10,
          group_name: "普通用户",
        },
      },
    })
    expect(JSON.stringify(reply)).not.toMatch(/argon2|correct horse/)
    const row = await rowOf("韩梅梅")
    const groups = await app.database.db
      .select({ title: groupTable.title, count: groupTable.user_count })
      .from(userGroupTable)
      .innerJoin(groupTable, eq(groupTable.id, userGroupTable.group_id))
      .where(eq(userGroupTable.user_id, row.id))
    expect(groups).toMatchObject([{ title: "普通用户" }])
    expect(groups[0]!.count).toBeGreaterThan(0)
    expect(row).toMatchObject({ register_ip: row.last_login_ip, login_at: expect.any(Date) as Date })
  })

  test.each([
    ["a name that speaks for the site", { username: "Ad-min_" }, "用户名已存在"],
    ["a name that claims an office", { username: "豆架客服1号" }, "用户名已存在"],
    ["a word everybody uses", { password: "Password123" }, "这个密码太常见了，请换一个"],
    ["a run on the keyboard", { password: "1qaz2wsx3edc" }, "这个密码太常见了，请换一个"],
    ["a birthday", { password: "19880808" }, "这个密码太常见了，请换一个"],
    ["a name like a number to call", { username: "13912345678" }, "出于隐私保护，用户名不能是邮箱或手机号码"],
    ["markup", { username: "<script>alert(1)</script>" }, "用户名只能用中文、字母、数字、下划线和短横线"],
    ["a name that is turned around", { username: "abc\u202egnp" }, "用户名只能用中文、字母、数字、下划线和短横线"],
  ])("rejects %s", async (_, more, message) => {
    expect(await register("somebody", { email: "somebody@example.org", ...more })).toMatchObject({ ok: false, message })
  })

  test("two accounts can give the same unverified address, and neither learns about the other [security: 6.3.8]", async () => {
    expect(await register("first-namer", { email: "shared@example.org" })).toMatchObject({ ok: true })
    expect(await register("second-namer", { email: "SHARED@example.org" })).toMatchObject({
      ok: true,
      data: { user: { email_verified: false } },
    })
    expect(await logIn("first-namer")).toMatchObject({ ok: true })
  })

  test("closed registration rejects new accounts and still allows logins", async () => {
    await register("before-closing")
    await security({ is_close: true })
    expect(await register("after-closing")).toMatchObject({ ok: false, status: 400, message: "网站已关闭，暂时不允许注册" })
    expect(await logIn("before-closing")).toMatchObject({ ok: true })
    await security({ is_close: false })
  })
})

describe("registering with an email code", () => {
  beforeAll(() => security({ enable_verify_register_email: true }))

  test("requires configured mail and the correct code", async () => {
    await saveSettings(createCtx(app), "email", { enable: false })
    expect(await register("no-mail", { code: "123456" })).toMatchObject({ ok: false, status: 400, message: "邮件服务未启用，请联系管理员" })
    await saveSettings(createCtx(app), "email", { enable: true })
    expect(await register("coded")).toMatchObject({ ok: false, status: 400, message: "邮箱验证码错误" })
    const code = await codeFor("coded@example.org")
    expect(await register("coded", { code: wrong(code) })).toMatchObject({ ok: false, message: "邮箱验证码错误" })
    expect(await register("coded", { email: "other@example.org", code })).toMatchObject({ ok: false, message: "邮箱验证码错误" })
    expect(await register("coded", { code })).toMatchObject({ ok: true, data: { user: { email_verified: true } } })
  })

  test("a registration rejected for a duplicate name does not use up the code", async () => {
    const code = await codeFor("kept@example.org")
    expect(await register("coded", { email: "kept@example.org", code })).toMatchObject({ ok: false, status: 409, message: "用户名已存在" })
    expect(await register("kept", { code })).toMatchObject({ ok: true })
  })

  test("of parallel registrations with the same code exactly one succeeds", async () => {
    const code = await codeFor("many@example.org")
    const replies = await Promise.all(Array.from({ length: 4 }, (_, n) => register(`many-${n}`, { email: "many@example.org", code })))
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test("an address verified by another account is rejected with a message; an unverified one can be taken over", async () => {
    const pending = await codeFor("proven@example.org")
    await app.database.db
      .update(userTable)
      .set({ email: "proven@example.org", email_verified: true })
      .where(eq(userTable.username, "coded"))
    expect(await register("latecomer", { email: "Proven@example.org", code: pending })).toMatchObject({
      ok: false,
      status: 409,
      message: "邮箱已存在",
    })
    const code = await codeFor("shared@example.org")
    expect(await register("rightful", { email: "shared@example.org", code })).toMatchObject({ ok: true })
    expect(await logIn("shared@example.org")).toMatchObject({ ok: true, data: { user: { username: "rightful" } } })
    await security({ enable_verify_register_email: false })
  })
})

describe("logging in", () => {
  test("accepts the name in any case, the verified email address and the verified mobile number", async () => {
    await register("Wang-Fang")
    const mobile = newMobile()
    await app.database.db
      .update(userTable)
      .set({ mobile, mobile_verified: true, email_verified: true })
      .where(eq(userTable.username, "Wang-Fang"))
    for (const name of ["wang-fang", "WANG-FANG@example.org", mobile])
      expect(await logIn(name)).toMatchObject({ ok: true, data: { user: { username: "Wang-Fang" } } })
    await app.database.db.update(userTable).set({ mobile_verified: false }).where(eq(userTable.username, "Wang-Fang"))
    expect(await logIn(mobile)).toMatchObject({ ok: false, status: 400, message: "用户名或密码错误" })
  })

  test("a disabled account is reported only after the correct password", async () => {
    await register("disabled")
    const { id } = await rowOf("disabled")
    await app.database.db
      .insert(punishmentTable)
      .values({ user_id: id, type: PunishmentType.account, reason: "发布广告", end_time: new Date(time + 86_400_000) })
    expect(await logIn("disabled", "something wrong")).toMatchObject({ ok: false, status: 400, message: "用户名或密码错误" })
    const right = await logIn("disabled")
    expect(right).toMatchObject({ ok: false, status: 403 })
    expect(!right.ok && right.message).toMatch(/^你的账号已被禁用，原因：发布广告（截止 2026-11-21 \d\d:\d\d）$/)
  })

  test("an erased account cannot log in", async () => {
    await register("erased")
    await app.database.db
      .update(userTable)
      .set({ closed_at: new Date(time) })
      .where(eq(userTable.username, "erased"))
    for (const name of ["erased", "erased@example.org"]) expect(await logIn(name)).toMatchObject({ ok: false, message: "用户名或密码错误" })
  })

  test("an imported password hash is replaced by one of this site at the first login [security: 11.2.2]", async () => {
    await register("imported")
    const legacy = `md5$Ab3x$${createHash("md5").update(`Ab3x旧密码 old`).digest("hex")}`
    await app.database.db.update(userTable).set({ password: legacy }).where(eq(userTable.username, "imported"))
    expect(await logIn("imported")).toMatchObject({ ok: false })
    expect((await rowOf("imported")).password).toBe(legacy)
    expect(await logIn("imported", "旧密码 old")).toMatchObject({ ok: true })
    expect((await rowOf("imported")).password).toMatch(/^\$argon2id\$/)
    expect(await logIn("imported", "旧密码 old")).toMatchObject({ ok: true })
  })

  test("a hash of a former cost is replaced at the next login, too", async () => {
    const person = await app.person()
    const former = await createPasswords({ memoryCost: 128, timeCost: 1, parallelism: 1 }).hash(password)
    await app.database.db.update(userTable).set({ password: former }).where(eq(userTable.id, person.id))
    expect(await app.call("POST /user/login", { username: person.username, password })).toMatchObject({ ok: true })
    const stored = (await rowOf(person.username)).password
    expect(stored).toMatch(/m=64,t=1,p=1/)
    expect(await app.call("POST /user/login", { username: person.username, password })).toMatchObject({ ok: true })
    expect((await rowOf(person.username)).password).toBe(stored)
  })

  test("logins that find no place in the queue are refused with 429, and count as no guesses [security: password-flood]", async () => {
    const busy = await testApp({ passwordQueue: { running: 1, waiting: 1, waitMs: 3_000 }, guessLimits: { name: 5, place: 5 } })
    const person = await busy.person()
    const logIn = () => busy.call("POST /user/login", { username: person.username, password }, undefined, elsewhere())
    for (let round = 0; round < 5; round++) {
      const replies = await Promise.all([logIn(), logIn(), logIn(), logIn()])
      for (const reply of replies) if (!reply.ok) expect(reply).toMatchObject({ status: 429, message: "现在登录的人太多，请过几秒再试" })
    }
    expect(await logIn()).toMatchObject({ ok: true })
  })

  test.each(["", "md5$$", "md5$Ab3x$00", "plain text"])("a stored password of %j never matches", async (storedHash) => {
    await register("odd-hash")
    await app.database.db.update(userTable).set({ password: storedHash }).where(eq(userTable.username, "odd-hash"))
    for (const secret of [storedHash, "nobody's password", password]) expect((await logIn("odd-hash", secret || " ")).ok).toBe(false)
  })
})

describe("by mobile", () => {
  const byMobile = (call: "register" | "login", mobile: string, code: string, more = {}) =>
    app.call(`POST /user/${call}/mobile`, { mobile, code, ...more }, undefined, elsewhere())

  test("registering verifies the number, generates a name and sets no password [security: 6.6.1]", async () => {
    const mobile = newMobile()
    const code = await smsCode(app, mobile, CodeType.register)
    expect(await byMobile("register", mobile, wrong(code))).toMatchObject({ ok: false, message: "短信验证码错误" })
    const reply = await byMobile("register", mobile, code)
    expect(reply).toMatchObject({
      ok: true,
      data: {
        user: {
          mobile,
          mobile_verified: true,
          has_password: false,
          credit_count: 10,
          username: expect.stringMatching(/^用户[a-z\d]{8}$/) as string,
        },
      },
    })
    expect(await logIn(mobile, code)).toMatchObject({ ok: false, message: "用户名或密码错误" })
  })

  test("a password can be chosen [security: 6.6.1]", async () => {
    const mobile = newMobile()
    const code = await smsCode(app, mobile, CodeType.register)
    expect(await byMobile("register", mobile, code, { password: "password1" })).toMatchObject({
      ok: false,
      message: "这个密码太常见了，请换一个",
    })
    expect(await byMobile("register", mobile, code, { password })).toMatchObject({ ok: true, data: { user: { has_password: true } } })
    expect(await logIn(mobile)).toMatchObject({ ok: true })
  })

  test("only a user with the code learns that a number has an account", async () => {
    const mobile = newMobile()
    await byMobile("register", mobile, await smsCode(app, mobile, CodeType.register))
    time += 61_000
    const code = await smsCode(app, mobile, CodeType.register)
    expect(await byMobile("register", mobile, wrong(code))).toMatchObject({ ok: false, status: 400, message: "短信验证码错误" })
    expect(await byMobile("register", mobile, code)).toMatchObject({ ok: false, status: 409, message: "该手机号已注册，请直接登录" })
  })

  test("logging in with an unknown number registers it while registration is open", async () => {
    const mobile = newMobile()
    await security({ enable_register: false })
    const code = await smsCode(app, mobile, CodeType.login)
    expect(await byMobile("login", mobile, code)).toMatchObject({ ok: false, status: 400, message: "系统未开放注册" })
    await security({ enable_register: true })
    const first = await byMobile("login", mobile, code)
    expect(first).toMatchObject({ ok: true, data: { user: { mobile } } })
    time += 61_000
    const again = await byMobile("login", mobile, await smsCode(app, mobile, CodeType.login))
    expect(again.ok && first.ok && again.data.user.id === first.data.user.id).toBe(true)
  })

  test("a registration code does not log in, and a disabled account is rejected", async () => {
    const mobile = newMobile()
    const code = await smsCode(app, mobile, CodeType.register)
    expect(await byMobile("login", mobile, code)).toMatchObject({ ok: false, message: "短信验证码错误" })
    const reply = await byMobile("register", mobile, code)
    await app.database.db.insert(punishmentTable).values({ user_id: reply.ok ? reply.data.user.id : 0, type: PunishmentType.account })
    time += 61_000
    expect(await byMobile("login", mobile, await smsCode(app, mobile, CodeType.login))).toMatchObject({ ok: false, status: 403 })
  })

  test("registration and login by mobile are rejected while SMS is disabled", async () => {
    await saveSettings(createCtx(app), "sms", { sms_provider: "" })
    for (const call of ["register", "login"] as const)
      expect(await byMobile(call, newMobile(), "123456")).toMatchObject({ ok: false, status: 400, message: "短信服务未启用" })
    await switchOnSms(app)
  })

  test("a number has 11 digits, 1 and then 3 to 9", async () => {
    expect(await byMobile("login", "12912345678", "123456")).toMatchObject({ ok: false, message: "请输入正确的手机号码" })
  })
})
