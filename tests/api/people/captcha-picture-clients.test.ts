import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { SettingValues } from "@/lib/contract/site/settings.groups"
import { createCtx } from "@/server/context"
import { saveSettings } from "@/server/modules/site/settings/settings.usecases"
import { codeIn, elsewhere, mailTo, password, switchOnMail } from "../../setup/accounts"
import { answerCaptcha } from "../../setup/pow"
import { testApp, type TestApp } from "../../setup/test-app"

/* Registration by clients that only support image captchas: they send `type` and `t` for a captcha, and one captcha for two requests. */

let app: TestApp
let time = Date.parse("2026-11-20T10:00:00Z")
beforeAll(async () => {
  app = await testApp({ captchas: true, limitScale: 1, now: () => new Date(time) })
  await switchOnMail(app, true)
  await saveSettings(createCtx(app), "security", { enable_captcha_login: true })
})
const set = (values: Partial<SettingValues<"captcha">>) => saveSettings(createCtx(app), "captcha", values)
beforeEach(() => set({ type: "pow", enable_picture: true }))

const draw = async (ip = elsewhere(), more: object = {}) => {
  const reply = await app.call("GET /user/captcha", { type: "register", t: "1795366652074", ...more }, undefined, ip)
  if (!reply.ok) throw new Error(`${reply.status} ${reply.message}`)
  return reply.data
}
/** Returns the image's id and its text. */
const seen = async (ip?: string, more?: object) => {
  const { id } = await draw(ip, more)
  return { captcha_id: id, captcha: app.captcha.drawn.at(-1)!.answer }
}
const ask = (email: string, captcha: object, ip = elsewhere()) => app.call("POST /user/email/code", { email, ...captcha }, undefined, ip)
const mailed = async (email: string) => codeIn((await mailTo(app, email))?.text)
const register = (email: string, captcha: object, code: string, ip = elsewhere()) =>
  app.call("POST /user/register", { email, username: email.split("@")[0], password, code, ...captcha }, undefined, ip)
const wrong = { status: 400, message: "验证码错误" }

describe("the setting", () => {
  test("gives an image captcha to clients that do not request a proof of work", async () => {
    expect(await draw()).toMatchObject({
      enable: true,
      type: "image",
      captcha: expect.stringMatching(/^data:image\/png;base64,/) as string,
      challenge: null,
    })
    expect(await draw(elsewhere(), { pow: "true" })).toMatchObject({ type: "pow", captcha: "", challenge: expect.any(Object) as unknown })
  })

  test("is off by default: every client gets the proof of work", async () => {
    const fresh = await testApp({ captchas: true })
    expect(await fresh.call("GET /user/captcha", { type: "register" })).toMatchObject({ data: { type: "pow" } })
  })

  test("changes nothing if all clients get images", async () => {
    await set({ type: "math" })
    const here = elsewhere()
    for (let n = 0; n < 35; n++) await draw(here)
    expect(app.captcha.drawn.at(-1)!.spoken).not.toBe(app.captcha.drawn.at(-1)!.answer)
  })
})

describe("image captchas instead of a proof of work", () => {
  test("are issued thirty times an hour per network, while proofs of work stay available", async () => {
    const here = elsewhere()
    for (let n = 0; n < 30; n++) await draw(here)
    await expect(draw(here)).rejects.toThrow(/^429 操作太频繁/)
    expect(await draw(here, { pow: true })).toMatchObject({ type: "pow" })
    expect(await draw()).toMatchObject({ type: "image" })
  })

  test("are accepted ten times an hour from one network", async () => {
    const here = elsewhere()
    const logIn = async (captcha: object) => {
      const reply = await app.call("POST /user/login", { username: `nobody-${Math.random()}`, password, ...captcha }, undefined, here)
      return reply.ok ? "" : reply.message
    }
    for (let n = 0; n < 10; n++) expect(await logIn(await seen(here, { type: "login" }))).toBe("用户名或密码错误")
    expect(await logIn(await seen(here, { type: "login" }))).toBe("操作太频繁，请稍后再试")
    expect(await logIn(await answerCaptcha(await draw(here, { type: "login", pow: true })))).toBe("用户名或密码错误")
  })
})

describe("the captcha of an email code", () => {
  test("is accepted once more, with the registration", async () => {
    const captcha = await seen()
    expect(await ask("Cap@example.org", captcha)).toMatchObject({ ok: true })
    expect(await register("cap@example.org", captcha, await mailed("cap@example.org"))).toMatchObject({ ok: true })
    expect(await register("cap-again@example.org", captcha, "000000")).toMatchObject(wrong)
  })

  test("can be a proof of work", async () => {
    const work = await answerCaptcha(await draw(elsewhere(), { pow: true }))
    expect(await ask("work@example.org", work)).toMatchObject({ ok: true })
    expect(await register("work@example.org", work, await mailed("work@example.org"))).toMatchObject({ ok: true })
  })

  test("is rejected for another address, with another answer, for a second code and after ten minutes", async () => {
    const solved = async (email: string) => {
      const captcha = await seen()
      expect(await ask(email, captcha)).toMatchObject({ ok: true })
      return { captcha, code: await mailed(email) }
    }
    const one = await solved("one@example.org")
    expect(await register("two@example.org", one.captcha, one.code)).toMatchObject(wrong)
    expect(await register("one@example.org", one.captcha, one.code), "a try uses it up").toMatchObject(wrong)
    const three = await solved("three@example.org")
    expect(await register("three@example.org", { ...three.captcha, captcha: "00000" }, three.code)).toMatchObject(wrong)
    const four = await solved("four@example.org")
    expect(await ask("four@example.org", four.captcha)).toMatchObject(wrong)
    const five = await solved("five@example.org")
    time += 10 * 60_000
    expect(await register("five@example.org", five.captcha, five.code)).toMatchObject(wrong)
  })

  test("is not stored if its own request was rejected", async () => {
    const captcha = await seen()
    expect(await ask("not-an-address", captcha)).toMatchObject({ status: 400 })
    expect(await ask("six@example.org", { ...captcha, captcha: "00000" })).toMatchObject(wrong)
    expect(await register("six@example.org", captcha, "000000")).toMatchObject(wrong)
  })
})

test("a registration without an email code takes the image captcha itself", async () => {
  await switchOnMail(app, false)
  const { id } = await draw()
  const captcha = { captcha_id: id, captcha: app.captcha.drawn.at(-1)!.answer }
  const reply = await app.call("POST /user/register", {
    email: "walker61044@example.com",
    username: "walker61044",
    password: "walker-pass",
    ...captcha,
  })
  expect(reply).toMatchObject({ ok: true, data: { user: { username: "walker61044" } } })
})
