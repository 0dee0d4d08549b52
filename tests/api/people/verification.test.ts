import { eq } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { CodeType } from "@/lib/contract/people/verification.enums"
import { SmsStatus } from "@/lib/contract/people/sms.enums"
import { createCtx } from "@/server/context"
import { SecurityEventType } from "@/lib/contract/people/security-event.enums"
import { securityEventTable } from "@/server/modules/people/security-event/security-event.table"
import { securityNoticeJob } from "@/server/modules/people/security-event/security-event.jobs"
import { userTable } from "@/server/modules/people/user/user.table"
import { codeTable } from "@/server/modules/people/verification/verification.table"
import { requireCode } from "@/server/modules/people/verification/verification.usecases"
import { sendMailJob } from "@/server/modules/people/verification/send-mail.jobs"
import { saveSettings } from "@/server/modules/site/settings/settings.usecases"
import { smsTable } from "@/server/modules/people/sms/sms.table"
import { sweepExpiredJob } from "@/server/modules/operations/maintenance/expired.jobs"
import { recipientRefused, unreachable } from "@/server/ports/mail/mail-errors"
import {
  codeIn,
  elsewhere,
  mailTo,
  newMobile,
  password,
  requestSms,
  smsCode,
  smsTo,
  solvedForSms,
  switchOnMail,
  switchOnSms,
  wrong,
} from "../../setup/accounts"
import { testApp, until, type TestApp } from "../../setup/test-app"

let app: TestApp
const noon = Date.parse("2026-11-20T04:00:00Z")
let time = noon
beforeAll(async () => {
  app = await testApp({ now: () => new Date(time) })
  await switchOnMail(app, true)
  await switchOnSms(app)
})
beforeEach(() => {
  // each test runs in a separate hour, so that the minute between two codes only matters where it is tested
  time += 3_600_000
  app.mail.fail(null)
  app.sms.behave({ kind: "accept" })
})
const ask = (email: string, ip = elsewhere(), type?: number) => app.call("POST /user/email/code", { email, type }, undefined, ip)
const check = (address: string, code: string, type: number = CodeType.register, channel: "mail" | "sms" = "mail") =>
  requireCode(createCtx(app), { channel, address, type, code }).then(
    () => "ok",
    (error: Error) => error.message,
  )
/** Times contain digits, too. */
const withoutTimes = (rows: object[]) => JSON.stringify(rows, (key, value: unknown) => (key.endsWith("_at") ? undefined : value))
const mailed = async (email: string) => {
  expect(await ask(email)).toEqual({ ok: true, status: 200, data: {} })
  return codeIn((await mailTo(app, email))?.text)
}

describe("a code", () => {
  test("arrives by email, is valid once, and is not stored in plain text [security: 6.5.1]", async () => {
    const code = await mailed("one@example.org")
    expect(app.mail.sent.at(-1)).toMatchObject({
      to: "one@example.org",
      subject: "【豆架】注册账号的验证码",
      settings: { host: "smtp.example.org", from_name: "豆架文库" },
    })
    const rows = await app.database.db.select().from(codeTable).where(eq(codeTable.address, "one@example.org"))
    expect(withoutTimes(rows)).not.toContain(code)
    expect(await check("one@example.org", ` ${code.slice(0, 3)} ${code.slice(3)}`)).toBe("ok")
    expect(await check("one@example.org", code)).toBe("邮箱验证码错误")
  })

  test("is bound to address, purpose and channel [security: 6.6.2, token-swap]", async () => {
    const [one, two] = [await mailed("bound-1@example.org"), await mailed("bound-2@example.org")]
    expect(one).not.toBe(two)
    expect(await check("bound-2@example.org", one)).toBe("邮箱验证码错误")
    expect(await check("bound-1@example.org", one, CodeType.bind)).toBe("邮箱验证码错误")
    expect(await check("bound-1@example.org", one, CodeType.register, "sms")).toBe("短信验证码错误")
    expect(await check("Bound-1@Example.ORG", one)).toBe("ok")
  })

  test("allows five attempts, whatever the result of the request [security: 6.6.3]", async () => {
    const code = await mailed("tries@example.org")
    for (let n = 0; n < 5; n++) {
      const reply = await app.call(
        "POST /user/register",
        { username: "tries", email: "tries@example.org", password, code: wrong(code) },
        undefined,
        elsewhere(),
      )
      expect(reply).toMatchObject({ ok: false, status: 400, message: "邮箱验证码错误" })
    }
    expect(await check("tries@example.org", code)).toBe("邮箱验证码输错的次数太多，请重新获取")
  })

  test("allows five attempts also with parallel requests [security: 6.6.3]", async () => {
    const code = await mailed("at-once@example.org")
    const replies = await Promise.all(Array.from({ length: 12 }, () => check("at-once@example.org", wrong(code))))
    expect(replies.filter((message) => message === "邮箱验证码错误")).toHaveLength(5)
  })

  test("is valid for ten minutes by email and five by SMS [security: 6.5.5]", async () => {
    const mail = await mailed("late@example.org")
    time += 10 * 60_000
    expect(await check("late@example.org", mail)).toBe("邮箱验证码已过期")
    const mobile = newMobile()
    const sms = await smsCode(app, mobile, CodeType.login)
    time += 5 * 60_000 - 1
    expect(await check(mobile, wrong(sms), CodeType.login, "sms")).toBe("短信验证码错误")
    time += 1
    expect(await check(mobile, sms, CodeType.login, "sms")).toBe("短信验证码已过期")
  })

  test("is replaced by a newer one", async () => {
    const old = await mailed("newer@example.org")
    time += 61_000
    const next = await mailed("newer@example.org")
    expect(await check("newer@example.org", old)).toBe("邮箱验证码错误")
    expect(await check("newer@example.org", next)).toBe("ok")
  })

  test("is accepted once with parallel requests", async () => {
    const code = await mailed("parallel@example.org")
    const replies = await Promise.all(Array.from({ length: 4 }, () => check("parallel@example.org", code)))
    expect(replies.filter((message) => message === "ok")).toHaveLength(1)
    const mobile = newMobile()
    const sms = await smsCode(app, mobile, CodeType.login)
    const logins = await Promise.all(
      Array.from({ length: 4 }, () => app.call("POST /user/login/mobile", { mobile, code: sms }, undefined, elsewhere())),
    )
    expect(logins.filter((reply) => reply.ok)).toHaveLength(1)
    expect(logins.filter((reply) => !reply.ok && reply.message === "短信验证码错误")).toHaveLength(3)
  })
})

describe("limits", () => {
  const reply = async (input: object, ip: string) =>
    app.dispatch("POST /user/email/code", input, { id: "test", ip, user_agent: "", token: "" })

  test("one minute between two codes to one address, announced in Retry-After", async () => {
    const email = "minute@example.org"
    expect(await ask(email)).toMatchObject({ ok: true })
    time += 20_000
    expect(await reply({ email: "MINUTE@example.org" }, elsewhere())).toMatchObject({
      ok: false,
      status: 429,
      body: { message: "发送太频繁，请稍后再试" },
      retryAfter: 40,
    })
    time += 41_000
    expect(await ask(email)).toMatchObject({ ok: true })
  })

  test("a code that is requested many times in parallel is sent once", async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => ask("burst@example.org")))
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await app.database.db.$count(codeTable, eq(codeTable.address, "burst@example.org"))).toBe(1)
  })

  test("ten a day per address; the day ends at midnight in Shanghai", async () => {
    time = Date.parse("2026-12-01T14:00:00Z")
    const email = "ten@example.org"
    for (let n = 0; n < 10; n++, time += 61_000) expect(await ask(email)).toMatchObject({ ok: true })
    expect(await reply({ email }, elsewhere())).toMatchObject({
      ok: false,
      status: 429,
      body: { message: "今天获取的次数太多，请明天再试" },
      retryAfter: Math.ceil((Date.parse("2026-12-01T16:00:00Z") - time) / 1000),
    })
    time = Date.parse("2026-12-01T16:00:00Z")
    expect(await ask(email)).toMatchObject({ ok: true })
  })

  test("thirty a day per IP address, email and SMS together [security: 2.4.1]", async () => {
    const ip = elsewhere()
    for (let n = 0; n < 15; n++) expect(await ask(`ip-${n}@example.org`, ip)).toMatchObject({ ok: true })
    for (let n = 0; n < 15; n++) expect(await requestSms(app, newMobile(), CodeType.login, ip)).toMatchObject({ ok: true })
    expect(await ask("ip-30@example.org", ip)).toMatchObject({ ok: false, status: 429 })
    expect(await ask("ip-30@example.org")).toMatchObject({ ok: true })
  })
})

describe("SMS cost money", () => {
  const clearCodes = () => app.database.db.delete(codeTable)
  const refused = (message: string) => ({ ok: false, status: 429, message })

  test("every anonymous request needs a solved captcha, whatever the settings [security: 2.4.1, paid-messages]", async () => {
    for (const type of [CodeType.register, CodeType.login, CodeType.find_password])
      expect(await app.call("POST /sms", { mobile: newMobile(), type }, undefined, elsewhere())).toMatchObject({
        ok: false,
        status: 400,
        message: "请输入验证码",
      })
    const solved = await solvedForSms(app, CodeType.login)
    const send = () => app.call("POST /sms", { mobile: newMobile(), type: CodeType.login, ...solved }, undefined, elsewhere())
    expect(await send()).toMatchObject({ ok: true })
    expect(await send()).toMatchObject({ ok: false, message: "验证码错误" })
  })

  test("sixty a day from neighbouring addresses, and thirty from one IPv6 network [security: 2.4.1, paid-messages]", async () => {
    for (let n = 0; n < 60; n++)
      expect(await requestSms(app, newMobile(), CodeType.login, `203.0.113.${n + 1}`)).toMatchObject({ ok: true })
    const tomorrow = "今天获取的次数太多，请明天再试"
    expect(await requestSms(app, newMobile(), CodeType.login, "203.0.113.200")).toMatchObject(refused(tomorrow))
    expect(await requestSms(app, newMobile(), CodeType.login, "203.0.114.1")).toMatchObject({ ok: true })
    for (let n = 0; n < 30; n++) await ask(`six-${n}@example.org`, `2001:db8:1:2::${n + 1}`)
    expect(await requestSms(app, newMobile(), CodeType.login, "2001:db8:1:2:ffff::1")).toMatchObject({ ok: false, status: 429 })
    expect(await requestSms(app, newMobile(), CodeType.login, "2001:db8:1:3::1")).toMatchObject({ ok: true })
  })

  test("a user who binds numbers gets ten codes a day [security: paid-messages]", async () => {
    const strict = await testApp({ limitScale: 1 })
    await switchOnSms(strict)
    const person = await strict.person()
    const bind = () => strict.call("POST /sms", { mobile: newMobile(), type: CodeType.bind }, person, elsewhere())
    for (let n = 0; n < 10; n++) expect(await bind()).toMatchObject({ ok: true })
    expect(await bind()).toMatchObject({ ok: false, status: 429 })
  })

  test("the site sends no more than its budget in a day, and user 1 is warned twice [security: paid-messages]", async () => {
    await clearCodes()
    await app.database.db.update(userTable).set({ email: "root@example.org", email_verified: true }).where(eq(userTable.id, 1))
    await saveSettings(createCtx(app), "sms", { daily_budget: 5 })
    const replies = await Promise.all(Array.from({ length: 8 }, () => requestSms(app, newMobile(), CodeType.login)))
    expect(replies.filter(({ ok }) => ok)).toHaveLength(5)
    expect(replies.find(({ ok }) => !ok)).toMatchObject(refused("今天的短信已经发完，请明天再试，或换一种方式"))
    const events = await app.database.db
      .select()
      .from(securityEventTable)
      .where(eq(securityEventTable.type, SecurityEventType.smsBudgetUsed))
    expect(events.map(({ user_id, detail, notice_to }) => [user_id, detail, notice_to])).toEqual([
      [1, "今天发了 4 条验证码短信，额度是 5 条", "root@example.org"],
      [1, "今天发了 5 条验证码短信，额度是 5 条", "root@example.org"],
    ])
    await securityNoticeJob.run(createCtx(app), { event_id: events[1]!.id }, AbortSignal.timeout(5_000))
    expect(app.mail.sent.at(-1)).toMatchObject({ to: "root@example.org", subject: "【豆架】今天的短信额度快用完了" })
    expect(await ask("after-budget@example.org")).toMatchObject({ ok: true })
    await saveSettings(createCtx(app), "sms", { daily_budget: 1000 })
  })

  test("numbers of excluded prefixes get none [security: paid-messages]", async () => {
    await saveSettings(createCtx(app), "sms", { refused_prefixes: "165 １７０，171" })
    expect(await requestSms(app, "17012345678", CodeType.login)).toMatchObject({
      ok: false,
      status: 400,
      message: "这个号段暂不支持短信验证码",
    })
    expect(await requestSms(app, "17212345678", CodeType.login)).toMatchObject({ ok: true })
    await saveSettings(createCtx(app), "sms", { refused_prefixes: "" })
  })
})

test("used codes are kept for two days, because they count towards the daily limit", async () => {
  const sweep = () => sweepExpiredJob.run(createCtx(app), {}, AbortSignal.timeout(5_000))
  const left = () => app.database.db.$count(codeTable, eq(codeTable.address, "swept@example.org"))
  await ask("swept@example.org")
  time += 2 * 86_400_000
  await sweep()
  expect(await left()).toBe(1)
  time += 11 * 60_000
  await sweep()
  expect(await left()).toBe(0)
})

describe("purposes", () => {
  test("binding requires a login; other purposes are rejected", async () => {
    expect(await ask("bind@example.org", elsewhere(), CodeType.bind)).toMatchObject({ ok: false, status: 401 })
    expect(await app.call("POST /sms", { mobile: newMobile(), type: CodeType.bind })).toMatchObject({ ok: false, status: 401 })
    expect(await ask("bind@example.org", elsewhere(), CodeType.login)).toMatchObject({
      ok: false,
      status: 400,
      message: "邮箱验证码只用于注册、绑定邮箱和版权投诉",
    })
    expect(await app.call("POST /sms", { mobile: newMobile(), type: 9 })).toMatchObject({
      ok: false,
      status: 400,
      message: "验证码类型不正确",
    })
  })

  test("nothing is sent while it is disabled", async () => {
    await saveSettings(createCtx(app), "security", { enable_verify_register_email: false })
    expect(await ask("off@example.org")).toMatchObject({ ok: false, status: 400, message: "系统未开启注册邮箱验证功能" })
    await saveSettings(createCtx(app), "security", { enable_register: false })
    expect(await ask("off@example.org")).toMatchObject({ ok: false, message: "系统未开放注册" })
    expect(await app.call("POST /sms", { mobile: newMobile(), type: CodeType.register })).toMatchObject({
      ok: false,
      message: "系统未开放注册",
    })
    await saveSettings(createCtx(app), "email", { enable: false })
    expect(await ask("off@example.org")).toMatchObject({ ok: false, message: "邮件服务未启用，请联系管理员" })
    await saveSettings(createCtx(app), "sms", { sms_provider: "" })
    expect(await requestSms(app, newMobile(), CodeType.login)).toMatchObject({
      ok: false,
      status: 400,
      message: "短信服务未启用",
    })
    await saveSettings(createCtx(app), "security", { enable_register: true })
    await switchOnMail(app, true)
    await switchOnSms(app)
  })

  test("an address with an account gets an email that says so, and no code [security: no-enumeration]", async () => {
    const code = await mailed("taken@example.org")
    expect(await app.call("POST /user/register", { username: "taken", email: "taken@example.org", password, code })).toMatchObject({
      ok: true,
    })
    time += 61_000
    expect(await ask("taken@example.org")).toEqual({ ok: true, status: 200, data: {} })
    const mail = await mailTo(app, "taken@example.org")
    expect(mail?.subject).toContain("这个邮箱已经注册过")
    expect(mail?.text).not.toMatch(/\d{6}/)
  })
})

describe("sending", () => {
  const run = (code_id: number) => sendMailJob.run(createCtx(app), { code_id }, AbortSignal.timeout(5_000))
  const rowOf = async (address: string) => (await app.database.db.select().from(codeTable).where(eq(codeTable.address, address)))[0]!

  test("temporary failures are retried and logged without the address; permanent ones are not retried", async () => {
    await ask("failing@example.org")
    const { id } = await rowOf("failing@example.org")
    app.mail.fail(unreachable("smtp.example.org:465", "failing@example.org"))
    await expect(run(id)).rejects.toThrow("连不上邮件服务器 smtp.example.org:465，请检查地址、端口和网络（***）")
    app.mail.fail(recipientRefused("550 failing@example.org unknown", true))
    await expect(run(id)).resolves.toBeUndefined()
    app.mail.fail(null)
    await run(id)
    expect(app.mail.sent.filter(({ to }) => to === "failing@example.org")).toHaveLength(1)
  })

  test("an expired code is not sent any more", async () => {
    await ask("stale@example.org")
    time += 11 * 60_000
    expect(await mailTo(app, "stale@example.org")).toBeNull()
  })

  test("an SMS leaves a record without the code, sent once even if the job runs twice", async () => {
    const mobile = newMobile()
    const code = await smsCode(app, mobile, CodeType.login)
    expect(code).toMatch(/^\d{6}$/)
    expect(await smsTo(app, mobile)).toBeNull()
    const rows = await app.database.db.select().from(smsTable).where(eq(smsTable.mobile, mobile))
    expect(rows).toMatchObject([
      { status: SmsStatus.success, provider: "smsHaomas", response: "OK", type: CodeType.login, user_id: 0, error: "" },
    ])
    expect(withoutTimes(rows)).not.toContain(code)
    expect(await app.call("POST /user/login/mobile", { mobile, code }, undefined, elsewhere())).toMatchObject({ ok: true })
    expect((await app.database.db.select().from(smsTable).where(eq(smsTable.mobile, mobile)))[0]!.used_at).toEqual(new Date(time))
  })

  test("a rejection by the provider is in the record", async () => {
    const mobile = newMobile()
    app.sms.behave({ kind: "refuse", text: "余额不足" })
    await requestSms(app, mobile, CodeType.login)
    await smsTo(app, mobile)
    expect(await app.database.db.select().from(smsTable).where(eq(smsTable.mobile, mobile))).toMatchObject([
      { status: SmsStatus.failed, error: "短信平台没有接受：余额不足" },
    ])
  })

  test("a number without an account gets no recovery code and has no record", async () => {
    const mobile = newMobile()
    expect(await requestSms(app, mobile, CodeType.find_password)).toMatchObject({
      ok: true,
      data: { is_registered: true },
    })
    expect(await smsTo(app, mobile)).toBeNull()
    expect(await app.database.db.$count(smsTable, eq(smsTable.mobile, mobile))).toBe(0)
  })

  test("the queue sends codes", async () => {
    await ask("queued-1@example.org")
    await ask("queued-2@example.org")
    const mobile = newMobile()
    await requestSms(app, mobile, CodeType.login)
    await app.startWorkers(1)
    await until(
      async () =>
        ["queued-1@example.org", "queued-2@example.org"].every((to) => app.mail.sent.some((mail) => mail.to === to)) &&
        app.sms.sent.some((sms) => sms.mobile === mobile),
    )
  })
})
