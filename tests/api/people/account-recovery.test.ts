import { eq } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { CodeType } from "@/lib/contract/people/verification.enums"
import { DynamicType } from "@/lib/contract/people/activity.enums"
import { createCtx } from "@/server/context"
import { codeTable } from "@/server/modules/people/verification/verification.table"
import { saveSettings } from "@/server/modules/site/settings/settings.usecases"
import { dynamicTable } from "@/server/modules/people/activity/activity.table"
import { signToken } from "@/server/security/token"
import { userTable } from "@/server/modules/people/user/user.table"
import { elsewhere, linkIn, mailTo, newMobile, password, smsCode, switchOnMail, switchOnSms, wrong } from "../../setup/accounts"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let time = Date.parse("2026-11-20T04:00:00Z")
beforeAll(async () => {
  app = await testApp({ now: () => new Date(time) })
  await switchOnMail(app)
  await switchOnSms(app)
})
beforeEach(() => void (time += 3_600_000))

const fresh = "new staple battery 9"
const addressOf = (person: TestUser) => `${person.username}@example.org`
const ask = (email: string) => app.call("POST /user/findpassword/stepone", { email }, undefined, elsewhere())
const set = (email: string, token: string, secret = fresh) =>
  app.call("PUT /user/findpassword/steptwo", { email, token, password: secret }, undefined, elsewhere())
const logIn = (username: string, secret: string) => app.call("POST /user/login", { username, password: secret }, undefined, elsewhere())
const tokenFor = async (email: string) => {
  expect(await ask(email)).toEqual({ ok: true, status: 200, data: {} })
  return linkIn((await mailTo(app, email))?.text).searchParams.get("token") ?? ""
}
const bad = { ok: false, status: 400, message: "找回密码链接无效或已过期，请重新申请" }
const rowOf = async ({ id }: TestUser) => (await app.database.db.select().from(userTable).where(eq(userTable.id, id)))[0]!

describe("by email", () => {
  test("a link sets a new password, ends every session and verifies the address [security: 6.4.3, 7.4.3]", async () => {
    const person = await app.person()
    expect((await rowOf(person)).email_verified).toBe(false)
    await ask(addressOf(person))
    const mail = await mailTo(app, addressOf(person))
    const link = linkIn(mail?.text)
    expect(link.origin + link.pathname).toBe("https://wenku.example.org/findpassword")
    expect(link.searchParams.get("email")).toBe(addressOf(person))
    expect(mail?.text).toContain("30 分钟内有效")
    expect(await set(addressOf(person), link.searchParams.get("token")!)).toEqual({ ok: true, status: 200, data: {} })
    expect(await app.call("GET /user", {}, person)).toMatchObject({ ok: false, status: 401 })
    expect(await logIn(person.username, password)).toMatchObject({ ok: false })
    expect(await logIn(person.username, fresh)).toMatchObject({ ok: true, data: { user: { email_verified: true } } })
    expect(await app.database.db.select().from(dynamicTable).where(eq(dynamicTable.user_id, person.id))).toContainEqual(
      expect.objectContaining({ type: DynamicType.password, words: "通过邮箱重新设置了密码" }),
    )
  })

  test("a link is valid once, also with parallel requests [security: 6.5.1]", async () => {
    const person = await app.person()
    const token = await tokenFor(addressOf(person))
    const replies = await Promise.all(Array.from({ length: 4 }, (_, n) => set(addressOf(person), token, `${fresh} ${n}`)))
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await set(addressOf(person), token)).toMatchObject(bad)
  })

  test("a link resets only its own account, whatever address is sent with it [security: reset-token-bound, token-swap]", async () => {
    const [ann, bob] = [await app.person(), await app.person()]
    const token = await tokenFor(addressOf(bob))
    await tokenFor(addressOf(ann))
    expect(await set(addressOf(ann), token)).toMatchObject(bad)
    expect(await logIn(ann.username, password)).toMatchObject({ ok: true })
    // bob's link remains valid for bob
    expect(await set(addressOf(bob), token)).toMatchObject({ ok: true })
  })

  test("a token of another account on the same row, of another purpose or another secret is rejected [security: token-swap, reset-token-bound]", async () => {
    const [ann, bob] = [await app.person(), await app.person()]
    await tokenFor(addressOf(bob))
    const [row] = await app.database.db
      .select()
      .from(codeTable)
      .where(eq(codeTable.address, addressOf(bob)))
    const until = new Date(time + 60_000)
    const sign = (purpose: "reset" | "session" | "download", sub: number, secret = app.secret) =>
      signToken(secret, purpose, { sub: String(sub), jti: String(row!.id) }, until, new Date(time))
    expect(await set(addressOf(bob), await sign("reset", ann.id))).toMatchObject(bad)
    expect(await set(addressOf(ann), await sign("reset", ann.id))).toMatchObject(bad)
    expect(await set(addressOf(bob), await sign("session", bob.id))).toMatchObject(bad)
    expect(await set(addressOf(bob), await sign("reset", bob.id, new TextEncoder().encode("x".repeat(48))))).toMatchObject(bad)
    expect(await set(addressOf(bob), bob.token)).toMatchObject(bad)
    expect(await set(addressOf(bob), "")).toMatchObject(bad)
    expect(await set(addressOf(bob), await sign("reset", bob.id))).toMatchObject({ ok: true })
  })

  describe("of several links", () => {
    const three = async (person: TestUser) => {
      const tokens: string[] = []
      for (let at = 0; at < 3; at++, time += 61_000) tokens.push(await tokenFor(addressOf(person)))
      return tokens as [string, string, string]
    }

    test.each(["the last", "the one before it"])("%s is valid, an earlier one is not [security: two-reset-links]", async (which) => {
      const person = await app.person()
      const [first, second, third] = await three(person)
      expect(await set(addressOf(person), first)).toMatchObject(bad)
      expect(await set(addressOf(person), which === "the last" ? third : second)).toMatchObject({ ok: true })
    })

    test("none is valid after one was used; one that is requested later is valid [security: two-reset-links]", async () => {
      const person = await app.person()
      const [, second, third] = await three(person)
      expect(await set(addressOf(person), second)).toMatchObject({ ok: true })
      expect(await set(addressOf(person), third)).toMatchObject(bad)
      expect(await set(addressOf(person), await tokenFor(addressOf(person)))).toMatchObject({ ok: true })
      expect(await set(addressOf(person), third)).toMatchObject(bad)
    })
  })

  test("it expires after the configured time", async () => {
    await saveSettings(createCtx(app), "email", { duration: 5 })
    const person = await app.person()
    const token = await tokenFor(addressOf(person))
    time += 5 * 60_000
    expect(await set(addressOf(person), token)).toMatchObject(bad)
    await saveSettings(createCtx(app), "email", { duration: 30 })
  })

  test("after a change of address a link to the old address is rejected", async () => {
    const person = await app.person()
    const token = await tokenFor(addressOf(person))
    await app.database.db.update(userTable).set({ email: "moved@example.org" }).where(eq(userTable.id, person.id))
    expect(await set(addressOf(person), token)).toMatchObject(bad)
  })

  test("the address stays unverified if another account has verified it meanwhile", async () => {
    const [ann, bob] = [await app.person(), await app.person()]
    const token = await tokenFor(addressOf(ann))
    await app.database.db
      .update(userTable)
      .set({ email: addressOf(ann).toUpperCase(), email_verified: true })
      .where(eq(userTable.id, bob.id))
    expect(await set(addressOf(ann), token)).toMatchObject({ ok: true })
    expect((await rowOf(ann)).email_verified).toBe(false)
  })

  test("the new password must meet the rules, and a rejected one does not use up the link [security: 6.2.4]", async () => {
    const person = await app.person()
    const token = await tokenFor(addressOf(person))
    expect(await set(addressOf(person), token, "short")).toMatchObject({ ok: false, message: "密码长度必须至少为8个字符" })
    expect(await set(addressOf(person), token, "Qwerty123")).toMatchObject({ ok: false, message: "这个密码太常见了，请换一个" })
    expect(await set(addressOf(person), token)).toMatchObject({ ok: true })
  })

  test("nothing is sent to an unknown address or an erased account", async () => {
    expect(await ask("nobody@example.org")).toEqual({ ok: true, status: 200, data: {} })
    expect(await mailTo(app, "nobody@example.org")).toBeNull()
    const person = await app.person()
    await app.database.db
      .update(userTable)
      .set({ closed_at: new Date(time) })
      .where(eq(userTable.id, person.id))
    expect(await ask(addressOf(person))).toEqual({ ok: true, status: 200, data: {} })
    expect(await mailTo(app, addressOf(person))).toBeNull()
  })

  test("requires configured mail and site domain; links use that domain", async () => {
    await saveSettings(createCtx(app), "system", { domain: "" })
    expect(await ask("any@example.org")).toMatchObject({ ok: false, status: 400, message: "网站域名未设置，请联系管理员" })
    await saveSettings(createCtx(app), "system", { domain: "wenku.example.org" })
    const person = await app.person()
    await ask(addressOf(person))
    expect(linkIn((await mailTo(app, addressOf(person)))?.text).origin).toBe("https://wenku.example.org")
    await saveSettings(createCtx(app), "email", { enable: false })
    expect(await ask("any@example.org")).toMatchObject({ ok: false, status: 400, message: "邮件服务未启用，请联系管理员" })
    await switchOnMail(app)
  })

  test("with captchas enabled both steps require one", async () => {
    await saveSettings(createCtx(app), "security", { enable_captcha_find_password: true })
    expect(await ask("any@example.org")).toMatchObject({ ok: false, message: "请输入验证码" })
    expect(await set("any@example.org", "token")).toMatchObject({ ok: false, message: "请输入验证码" })
    await saveSettings(createCtx(app), "security", { enable_captcha_find_password: false })
  })
})

describe("by mobile", () => {
  const reset = (mobile: string, code: string, secret = fresh) =>
    app.call("POST /user/findpassword/mobile", { mobile, code, password: secret }, undefined, elsewhere())
  const withMobile = async () => {
    const [person, mobile] = [await app.person(), newMobile()]
    await app.database.db.update(userTable).set({ mobile, mobile_verified: true }).where(eq(userTable.id, person.id))
    return { person, mobile }
  }

  test("a code sets a new password once and ends every session", async () => {
    const { person, mobile } = await withMobile()
    const code = await smsCode(app, mobile, CodeType.find_password)
    expect(await reset(mobile, wrong(code))).toMatchObject({ ok: false, status: 400, message: "短信验证码错误" })
    expect(await reset(mobile, code, "12345678")).toMatchObject({ ok: false, message: "这个密码太常见了，请换一个" })
    expect(await reset(mobile, code)).toEqual({ ok: true, status: 200, data: {} })
    expect(await reset(mobile, code)).toMatchObject({ ok: false, message: "短信验证码错误" })
    expect(await app.call("GET /user", {}, person)).toMatchObject({ ok: false, status: 401 })
    expect(await logIn(mobile, fresh)).toMatchObject({ ok: true })
  })

  test("a login code is rejected, and an unknown number is answered like a wrong code [security: 6.6.2]", async () => {
    const { mobile } = await withMobile()
    expect(await reset(mobile, await smsCode(app, mobile, CodeType.login))).toMatchObject({ ok: false, message: "短信验证码错误" })
    const unknown = newMobile()
    await smsCode(app, unknown, CodeType.find_password)
    expect(await reset(unknown, "123456")).toEqual({ ok: false, status: 400, message: "短信验证码错误" })
  })

  test("is disabled", async () => {
    await saveSettings(createCtx(app), "sms", { sms_provider: "" })
    expect(await reset(newMobile(), "123456")).toMatchObject({ ok: false, status: 400, message: "短信服务未启用" })
    await switchOnSms(app)
  })
})
