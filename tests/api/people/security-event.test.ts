import { asc, eq } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { CodeType } from "@/lib/contract/people/verification.enums"
import { PunishmentType } from "@/lib/contract/people/punishment.enums"
import { SecurityEventType } from "@/lib/contract/people/security-event.enums"
import { createCtx } from "@/server/context"
import { createLog } from "@/server/security/log"
import { securityEventTable } from "@/server/modules/people/security-event/security-event.table"
import { securityNoticeJob } from "@/server/modules/people/security-event/security-event.jobs"
import { saveSettings } from "@/server/modules/site/settings/settings.usecases"
import { userTable } from "@/server/modules/people/user/user.table"
import { sendCode } from "@/server/modules/people/verification/verification.usecases"
import { MailError } from "@/server/ports/mail/mail.port"
import { sweepTables } from "@/server/db/sweeps"
import { codeIn, elsewhere, linkIn, mailTo, newMobile, password, smsCode, switchOnMail, switchOnSms } from "../../setup/accounts"
import { createClock, withTotp } from "../../setup/factors"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

const clock = createClock()
const lines: Record<string, unknown>[] = []
let app: TestApp
beforeAll(async () => {
  const log = createLog("info", { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) })
  app = await testApp({ now: clock.now, log, guessLimits: { name: 5, place: 40, known: 4 } })
  await switchOnMail(app)
  await switchOnSms(app)
})
beforeEach(() => clock.pass(90))

const { loggedIn, loginFailed, loggedOut, refused, passwordRefused, passwordChanged, emailChanged } = SecurityEventType
const { factorAdded, factorRemoved, recoveryCodesRenewed, recoveryCodeUsed } = SecurityEventType
const eventsOf = (user_id: number) =>
  app.database.db.select().from(securityEventTable).where(eq(securityEventTable.user_id, user_id)).orderBy(asc(securityEventTable.id))
/** Returns the types and details of the events after registration. */
const written = async ({ id }: TestUser) => (await eventsOf(id)).slice(1).map(({ type, detail }) => [type, detail])
const logIn = (username: string, secret: string, more: object = {}, ip = elsewhere()) =>
  app.call("POST /user/login", { username, password: secret, ...more }, undefined, ip)
const proven = async () => {
  const person = await app.person()
  await app.database.db.update(userTable).set({ email_verified: true }).where(eq(userTable.id, person.id))
  return { ...person, email: `${person.username}@example.org` }
}
/** Returns the notification for the user's newest event. */
const notice = async ({ id }: TestUser) => {
  const before = app.mail.sent.length
  await securityNoticeJob.run(createCtx(app), { event_id: (await eventsOf(id)).at(-1)!.id }, AbortSignal.timeout(5_000))
  return app.mail.sent.slice(before)
}

describe("logins are recorded [security: 16.3.1, 16.2.1]", () => {
  test("with method, time, address and the request in the log, for success and failure alike", async () => {
    const person = await app.person()
    await logIn(person.username, "wrong one 7", {}, "198.51.100.9")
    await logIn(person.username, password)
    await app.call("DELETE /user/logout", {}, person)
    expect(await written(person)).toEqual([
      [loginFailed, "密码不正确"],
      [loggedIn, "密码"],
      [loggedOut, ""],
    ])
    const [registered, failed] = await eventsOf(person.id)
    expect(registered).toMatchObject({ type: loggedIn, detail: "注册" })
    expect(failed).toMatchObject({ ip: "198.51.100.9", user_agent: "test", request: "test", notice_to: "" })
    expect(Math.abs(failed!.created_at.getTime() - app.now().getTime())).toBeLessThan(60_000)
    expect(lines).toContainEqual(
      expect.objectContaining({ msg: "登录没有成功", security: loginFailed, user: person.id, ip: "198.51.100.9", request: "test" }),
    )
  })

  test("an unknown name is recorded without the name, which may be a password", async () => {
    const before = (await eventsOf(0)).length
    await logIn("hunter2 hunter2", "wrong one 7")
    const events = (await eventsOf(0)).slice(before)
    expect(events.map(({ type, detail }) => [type, detail])).toEqual([[loginFailed, "密码不正确"]])
    expect(JSON.stringify([events, lines])).not.toMatch(/hunter2|wrong one/)
  })

  test("wrong SMS codes, wrong second factors and disabled accounts are recorded as well", async () => {
    const person = await app.person()
    const mobile = newMobile()
    await app.database.db.update(userTable).set({ mobile, mobile_verified: true }).where(eq(userTable.id, person.id))
    const code = await smsCode(app, mobile, CodeType.login)
    await app.call("POST /user/login/mobile", { mobile, code: code === "000000" ? "111111" : "000000" }, undefined, elsewhere())
    await withTotp(app, person)
    await logIn(person.username, password, { otp: "ABCD-EFGH-JKMN-PQRS" })
    const root = await app.admin()
    await app.call("POST /punishment", { user_id: [person.id], type: [PunishmentType.account], enable: true, reason: "试" }, root)
    await logIn(person.username, password)
    expect(await written(person)).toEqual([
      [loginFailed, "短信验证码不正确"],
      [factorAdded, "验证器"],
      [loginFailed, "两步验证不正确"],
      [loginFailed, "账号受到限制"],
    ])
  })

  test("repeated throttled attempts do not fill a table", async () => {
    const person = await app.person()
    const ip = elsewhere()
    for (let n = 0; n < 12; n++) await logIn(person.username, `wrong ${n}`, {}, ip)
    const events = await written(person)
    expect(events.filter(([, detail]) => detail === "密码不正确")).toHaveLength(5)
    expect(events.filter(([, detail]) => detail === "密码错误次数太多")).toHaveLength(1)
  })
})

test("a denied permission is recorded, once a minute each, from calls and from use cases [security: 16.3.2, 16.3.3]", async () => {
  const person = await app.person()
  for (let n = 0; n < 3; n++) expect(await app.call("GET /config/list", { category: "system" }, person)).toMatchObject({ status: 403 })
  expect(await app.call("PUT /user/password", { id: 1, new_password: "stolen staple 42" }, person)).toMatchObject({ status: 403 })
  expect(await app.call("GET /config/list", { category: "system" })).toMatchObject({ status: 401 })
  expect(await written(person)).toEqual([
    [refused, expect.stringContaining("GET /config/list")],
    [refused, expect.stringContaining("PUT /user/password")],
  ])
})

test("a network that asks from a new address each time is recorded once a minute, a neighbour of its own [security: ipv6-networks]", async () => {
  const person = await app.person()
  const ask = (ip: string) => app.call("GET /config/list", { category: "system" }, person, ip)
  for (let n = 1; n <= 5; n++) expect(await ask(`2001:db8:7:1::${n}`)).toMatchObject({ status: 403 })
  expect(await ask("2001:db8:7:2::1")).toMatchObject({ status: 403 })
  expect((await eventsOf(person.id)).slice(1).map(({ ip }) => ip)).toEqual(["2001:db8:7:1::1", "2001:db8:7:2::1"])
})

test("a denial stays recorded even if the surrounding transaction is rolled back", async () => {
  const root = await app.admin()
  const before = (await eventsOf(root.id)).length
  // a call of staff and its audit log entry are one transaction
  expect(await app.call("PUT /user/password", { old_password: "wrong one 7", new_password: "stolen staple 42" }, root)).toMatchObject({
    status: 400,
  })
  expect((await eventsOf(root.id)).slice(before)).toMatchObject([{ type: passwordRefused }])
})

describe("the owner of an account is told by email about new ways into it [security: 6.3.7, 16.3.3]", () => {
  test("a new password, whichever user set it", async () => {
    const person = await proven()
    await app.call("PUT /user/password", { old_password: password, new_password: "fresh staple 42" }, person)
    const [mail] = await notice(person)
    expect(mail).toMatchObject({ to: person.email, subject: "【豆架】登录密码改过了" })
    expect(mail?.text).toContain(`账号 ${person.username} 在 `)
    expect(mail?.text).toContain("203.0.113.7")
    const root = await app.admin()
    await app.call("PUT /user/password", { id: person.id, new_password: "other staple 42" }, root)
    expect((await notice(person))[0]?.text).toContain("由管理员改")
    await app.call("POST /user/findpassword/stepone", { email: person.email }, undefined, elsewhere())
    const token = linkIn((await mailTo(app, person.email))?.text).searchParams.get("token")
    await app.call("PUT /user/findpassword/steptwo", { email: person.email, token, password: "third staple 42" }, undefined, elsewhere())
    expect((await notice(person))[0]?.text).toContain("通过邮箱找回")
    expect((await written(person)).map(([type]) => type)).toEqual([passwordChanged, passwordChanged, passwordChanged])
  })

  test("a new address, in an email to the previous one", async () => {
    const person = await proven()
    const address = `new-${person.username}@example.org`
    await sendCode(createCtx(app, { request: { ip: elsewhere() } }), { channel: "mail", address, type: CodeType.bind })
    const code = codeIn((await mailTo(app, address))?.text)
    expect(await app.call("PUT /user/email", { password, email: address, code }, person)).toMatchObject({ ok: true })
    expect((await eventsOf(person.id)).at(-1)).toMatchObject({ type: emailChanged, notice_to: person.email })
    expect(await notice(person)).toMatchObject([{ to: person.email, subject: "【豆架】绑定的邮箱改过了" }])
  })

  test("second factors that are added and removed, recovery codes that are created or used", async () => {
    const person = await proven()
    const { recovery } = await withTotp(app, person)
    expect((await notice(person))[0]?.subject).toBe("【豆架】添加了两步验证的方式")
    expect(await logIn(person.username, password, { otp: recovery[0] })).toMatchObject({ ok: true })
    // the login itself is recorded after it
    const [used] = (await eventsOf(person.id)).filter(({ type }) => type === recoveryCodeUsed)
    expect(used).toMatchObject({ notice_to: person.email })
    expect(await app.call("POST /user/recovery", {}, person)).toMatchObject({ ok: true })
    expect(await app.call("DELETE /user/totp", {}, person)).toMatchObject({ ok: true })
    expect((await written(person)).map(([type]) => type)).toEqual([
      factorAdded,
      recoveryCodeUsed,
      loggedIn,
      recoveryCodesRenewed,
      factorRemoved,
    ])
    expect((await notice(person))[0]?.text).toContain("去掉了两步验证的方式：验证器")
  })

  test("an unverified address gets nothing, and no address does while mail is disabled", async () => {
    const person = await app.person()
    await app.call("PUT /user/password", { old_password: password, new_password: "fresh staple 42" }, person)
    expect(await notice(person)).toEqual([])
    const owner = await proven()
    await app.call("PUT /user/password", { old_password: password, new_password: "fresh staple 42" }, owner)
    await saveSettings(createCtx(app), "email", { enable: false })
    expect(await notice(owner)).toEqual([])
    await saveSettings(createCtx(app), "email", { enable: true })
    expect(await notice(owner)).toHaveLength(1)
  })

  test("an unavailable mail server is retried, a rejecting one is not, and neither puts the address in the log", async () => {
    const person = await proven()
    await app.call("PUT /user/password", { old_password: password, new_password: "fresh staple 42" }, person)
    const { send } = app.mail
    try {
      app.mail.send = () => Promise.reject(new MailError(`连不上，收件人 ${person.email}`, false))
      await expect(notice(person)).rejects.toThrow("连不上，收件人 ***")
      app.mail.send = () => Promise.reject(new MailError(`拒收 ${person.email}`, true))
      expect(await notice(person)).toEqual([])
    } finally {
      app.mail.send = send
    }
    expect(lines.filter(({ msg }) => msg === "邮件没有发出去")).toMatchObject([{ error: "拒收 ***" }])
  })
})

describe("an internal error lets no user in, reveals nothing and is in the log with the request [security: 16.3.4, 16.5.1, 16.5.3, fault-injection]", () => {
  const broken = { ok: false, status: 500, message: "服务器出了点问题，请稍后再试" }
  const logged = () => lines.filter(({ msg, request }) => msg === "调用失败" && request === "test").length

  test("in the session lookup", async () => {
    const root = await app.admin()
    const { find } = app.sessions
    const before = logged()
    app.sessions.find = () => Promise.reject(new Error("database gone: select secret"))
    try {
      expect(await app.call("GET /config/list", { category: "system" }, root)).toEqual(broken)
    } finally {
      app.sessions.find = find
    }
    expect(logged()).toBe(before + 1)
  })

  test("in the password check and in the count of guesses", async () => {
    const person = await app.person()
    const [{ verify }, { guesses }, before] = [app.passwords, app, logged()]
    try {
      app.passwords.verify = () => Promise.reject(new Error("out of memory"))
      expect(await logIn(person.username, password)).toEqual(broken)
      app.passwords.verify = verify
      app.guesses = () => Promise.reject(new Error("relation rate_limit does not exist"))
      expect(await logIn(person.username, password)).toEqual(broken)
    } finally {
      app.passwords.verify = verify
      app.guesses = guesses
    }
    expect(logged()).toBe(before + 2)
    expect(await logIn(person.username, password)).toMatchObject({ ok: true })
  })
})

test("a user can export their events; after two hundred days they are deleted", async () => {
  const person = await app.person()
  const data = await app.call("GET /user/export", {}, person)
  expect(data.ok && JSON.stringify(data.data)).toContain('"security_event"')
  const old = new Date(app.now().getTime() - 201 * 86_400_000)
  const younger = await eventsOf(person.id)
  await app.database.db.insert(securityEventTable).values({ user_id: person.id, type: loggedIn, created_at: old })
  await sweepTables(app.database.db, app.sweeps, app.now())
  expect(await eventsOf(person.id)).toEqual(younger)
})
