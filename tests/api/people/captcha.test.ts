import { eq } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { SettingValues } from "@/lib/contract/site/settings.groups"
import { createCtx } from "@/server/context"
import { captchaTable } from "@/server/modules/people/captcha/captcha.table"
import { saveSettings } from "@/server/modules/site/settings/settings.usecases"
import { sweepExpiredJob } from "@/server/modules/operations/maintenance/expired.jobs"
import { solvedPow } from "@/server/ports/captcha/captcha.suite"
import { password } from "../../setup/accounts"
import { withTotp } from "../../setup/factors"
import { answerCaptcha } from "../../setup/pow"
import { testApp, type TestApp } from "../../setup/test-app"

let app: TestApp
let time = Date.parse("2026-11-20T10:00:00Z")
beforeAll(async () => {
  app = await testApp({ captchas: true, now: () => new Date(time) })
  await saveSettings(createCtx(app), "security", { enable_captcha_login: true, enable_captcha_register: true })
})
beforeEach(() => set({ type: "digit" }))
const set = (values: Partial<SettingValues<"captcha">>) => saveSettings(createCtx(app), "captcha", values)
const draw = async (type: "login" | "register" | "comment" | "find_password" = "login") => {
  const reply = await app.call("GET /user/captcha", { type })
  if (!reply.ok) throw new Error(reply.message)
  return { ...reply.data, drawn: app.captcha.drawn.at(-1)! }
}
/** Logs in as an unknown user: 用户名或密码错误 means that the captcha was correct. */
const logIn = async (captcha?: string, captcha_id?: string) => {
  const reply = await app.call("POST /user/login", { username: "nobody-here", password: "whatever else", captcha, captcha_id })
  return reply.ok ? "" : reply.message
}
const passed = "用户名或密码错误"

describe("creating a captcha", () => {
  test("returns an image and a sound but not the answer", async () => {
    const { drawn, ...reply } = await draw()
    expect(reply).toMatchObject({
      enable: true,
      type: "image",
      captcha: expect.stringMatching(/^data:image\/png;base64,/) as string,
      audio: expect.stringMatching(/^data:audio\/wav;base64,/) as string,
      challenge: null,
    })
    expect(JSON.stringify({ ...reply, captcha: "", audio: "" })).not.toContain(drawn.answer)
    const [row] = await app.database.db.select().from(captchaTable).where(eq(captchaTable.id, reply.id))
    expect(row!.answer).toMatch(/^[\da-f]{64}$/)
  })

  test("tells the page which kind to display", async () => {
    await set({ type: "audio" })
    expect(await draw()).toMatchObject({ type: "audio", captcha: expect.stringMatching(/^data:audio\/wav/) as string })
    await set({ type: "pow" })
    expect(await draw()).toMatchObject({ type: "pow", captcha: "", challenge: { signature: expect.any(String) as string } })
  })

  test("can be disabled for each purpose", async () => {
    await saveSettings(createCtx(app), "security", { enable_captcha_comment: false })
    expect(await app.call("GET /user/captcha", { type: "comment" })).toMatchObject({
      ok: true,
      data: { enable: false, id: "", captcha: "", type: "image" },
    })
    expect(await draw("login")).toMatchObject({ enable: true })
  })

  test("an unknown purpose is rejected", async () => {
    expect(await app.call("GET /user/captcha", { type: "order" })).toMatchObject({ ok: false, status: 400, message: "不支持的验证码类型" })
  })
})

describe("solving a captcha", () => {
  test("the correct answer is valid once, even with a wrong password [security: 2.4.1]", async () => {
    const { id, drawn } = await draw()
    expect(await logIn(` ${drawn.answer} `, id)).toBe(passed)
    expect(await logIn(drawn.answer, id)).toBe("验证码错误")
  })

  test("of parallel requests with one captcha exactly one is accepted", async () => {
    const { id, drawn } = await draw()
    const replies = await Promise.all(Array.from({ length: 8 }, () => logIn(drawn.answer, id)))
    expect(replies.filter((message) => message === passed)).toHaveLength(1)
  })

  test("a wrong answer uses it up", async () => {
    const { id, drawn } = await draw()
    expect(await logIn("0000", id)).toBe("验证码错误")
    expect(await logIn(drawn.answer, id)).toBe("验证码错误")
  })

  test("the answer to the sound is accepted as well", async () => {
    await set({ type: "math" })
    const { id, drawn } = await draw()
    expect(drawn.spoken).not.toBe(drawn.answer)
    expect(await logIn(drawn.spoken, id)).toBe(passed)
  })

  test("an answer that is for another purpose, expired, missing or invented is rejected", async () => {
    const other = await draw("register")
    expect(await logIn(other.drawn.answer, other.id)).toBe("验证码错误")
    const late = await draw()
    time += 10 * 60_000
    expect(await logIn(late.drawn.answer, late.id)).toBe("验证码错误")
    expect(await logIn()).toBe("请输入验证码")
    expect(await logIn("12345", "")).toBe("请输入验证码")
    expect(await logIn("12345", "' or 1=1 --")).toBe("验证码错误")
  })

  test("a proof of work is checked against its own challenge", async () => {
    await set({ type: "pow" })
    const [one, two] = [await draw(), await draw()]
    const payload = await solvedPow(one.drawn.challenge!)
    expect(await logIn(payload, two.id)).toBe("验证码错误")
    expect(await logIn(payload, one.id)).toBe(passed)
    expect(await logIn(payload, one.id)).toBe("验证码错误")
  })

  test("registration requires a captcha of its own purpose", async () => {
    const account = { username: "captcha-reader", email: "captcha-reader@example.org", password }
    expect(await app.call("POST /user/register", account)).toMatchObject({ ok: false, message: "请输入验证码" })
    const { id, drawn } = await draw("register")
    expect(await app.call("POST /user/register", { ...account, captcha: drawn.answer, captcha_id: id })).toMatchObject({ ok: true })
  })
})

test("a login that needs a second factor sends its captcha once more, with the same name only", async () => {
  const { id, drawn } = await draw("register")
  const account = { username: "two-steps", email: "two-steps@example.org", password }
  const registered = await app.call("POST /user/register", { ...account, captcha: drawn.answer, captcha_id: id })
  if (!registered.ok) throw new Error(registered.message)
  const { recovery, wrongCode } = await withTotp(app, { id: 0, username: "", token: registered.data.token })
  const first = await draw()
  const login = { username: "two-steps", password, captcha: first.drawn.answer, captcha_id: first.id }
  const otpRequired = { message: "请输入两步验证的验证码" }
  expect(await app.call("POST /user/login", login)).toMatchObject(otpRequired)
  expect(await logIn(login.captcha, login.captcha_id), "nobody else's").toBe("验证码错误")
  const second = await draw()
  const again = { ...login, captcha: second.drawn.answer, captcha_id: second.id }
  expect(await app.call("POST /user/login", again)).toMatchObject(otpRequired)
  expect(await app.call("POST /user/login", { ...again, otp: wrongCode() })).toMatchObject({ message: "验证码不正确，或者已经用过" })
  expect(await app.call("POST /user/login", { ...again, otp: recovery[0] })).toMatchObject({ ok: true })
  expect(await app.call("POST /user/login", { ...again, otp: recovery[1] })).toMatchObject({ message: "验证码错误" })
})

test("by default registration requires a proof of work and no typed answer", async () => {
  const fresh = await testApp({ captchas: true })
  const account = { username: "first-comer", email: "first-comer@example.org", password }
  expect(await fresh.call("POST /user/register", account)).toMatchObject({ ok: false, message: "请输入验证码" })
  const drawn = await fresh.call("GET /user/captcha", { type: "register" })
  expect(drawn).toMatchObject({ ok: true, data: { enable: true, type: "pow" } })
  expect(await fresh.call("POST /user/register", { ...account, ...(await answerCaptcha(drawn.ok ? drawn.data : {})) })).toMatchObject({
    ok: true,
  })
})

test("unanswered captchas are deleted by the sweep", async () => {
  const { id } = await draw()
  const left = () => app.database.db.$count(captchaTable, eq(captchaTable.id, id))
  await sweepExpiredJob.run(createCtx(app), {}, AbortSignal.timeout(5_000))
  expect(await left()).toBe(1)
  time += 11 * 60_000
  await sweepExpiredJob.run(createCtx(app), {}, AbortSignal.timeout(5_000))
  expect(await left()).toBe(0)
})
