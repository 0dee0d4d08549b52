import { SignJWT } from "jose"
import { beforeAll, describe, expect, test } from "vitest"
import { createCtx } from "@/server/context"
import { saveSettings } from "@/server/modules/site/settings/settings.usecases"
import { testApp, until, type TestApp } from "../../setup/test-app"

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
const account = (username: string, more = {}) => ({ username, email: `${username}@example.org`, password: "correct horse 7", ...more })

describe("registration", () => {
  test.each([
    [account("李雷", { email: "不是邮箱" }), "请输入正确的电子邮箱"],
    [account("a", { email: "a@example.org" }), "用户名长度必须至少为2个字符"],
    [account("13812345678", { email: "m@example.org" }), "出于隐私保护，用户名不能是邮箱或手机号码"],
    [account("a@b.cn", { email: "m@example.org" }), "出于隐私保护，用户名不能是邮箱或手机号码"],
    [account("<img src=x onerror=alert(1)>", { email: "x@example.org" }), "用户名只能用中文、字母、数字、下划线和短横线"],
    [account('a"onload=1', { email: "x@example.org" }), "用户名只能用中文、字母、数字、下划线和短横线"],
    [account("short", { password: "1234567" }), "密码长度必须至少为8个字符"],
    [account("common", { password: "password1" }), "这个密码太常见了，请换一个"],
    [account("Admin"), "用户名已存在"],
  ])("%j is rejected", async (input, message) => {
    expect(await app.call("POST /user/register", input)).toMatchObject({ ok: false, message })
  })

  test("names and addresses belong to one user, in any case, even in parallel", async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, (_, n) => app.call("POST /user/register", account(n % 2 ? "Han" : "han"))))
    expect(replies.filter((reply) => reply.ok)).toHaveLength(1)
    expect(replies.filter((reply) => !reply.ok).every((reply) => !reply.ok && reply.status === 409)).toBe(true)
  })

  test("closed registration returns a message", async () => {
    await saveSettings(createCtx(app), "security", { enable_register: false })
    await until(async () => {
      const reply = await app.call("POST /user/register", account("late"))
      return !reply.ok && reply.message === "系统未开放注册"
    })
    await saveSettings(createCtx(app), "security", { enable_register: true })
    await until(async () => (await app.call("GET /settings")).ok)
  })
})

describe("sessions", () => {
  test("unknown name and wrong password get the same response [security: 6.3.8]", async () => {
    const person = await app.person()
    const unknown = await app.call("POST /user/login", { username: "nobody-here", password: "whatever else" })
    const wrong = await app.call("POST /user/login", { username: person.username, password: "whatever else" })
    expect(unknown).toEqual(wrong)
    expect(unknown).toMatchObject({ ok: false, status: 400, message: "用户名或密码错误" })
  })

  test("logout ends this session at once, and only this one [security: 7.4.1]", async () => {
    const person = await app.person()
    const again = await app.call("POST /user/login", { username: person.username, password: "correct horse 7" })
    const second = { ...person, token: again.ok ? again.data.token : "" }
    expect(await app.call("GET /user", {}, person)).toMatchObject({ ok: true })
    await app.call("DELETE /user/logout", {}, person)
    expect(await app.call("GET /user", {}, person)).toMatchObject({ ok: false, status: 401 })
    expect(await app.call("GET /user", {}, second)).toMatchObject({ ok: true })
  })

  test.each(["none", "HS512", "other secret", "other purpose"])("a forged token (%s) is rejected [security: 9.1.1]", async (kind) => {
    const person = await app.person()
    const [, payload] = person.token.split(".")
    const claims = JSON.parse(Buffer.from(payload!, "base64url").toString()) as Record<string, unknown>
    const sign = (alg: string, key: Uint8Array, more = {}) => new SignJWT({ ...claims, ...more }).setProtectedHeader({ alg }).sign(key)
    const forged: Record<string, () => Promise<string>> = {
      none: async () => `${Buffer.from('{"alg":"none"}').toString("base64url")}.${payload}.`,
      HS512: () => sign("HS512", app.secret),
      "other secret": () => sign("HS256", new TextEncoder().encode("x".repeat(48))),
      "other purpose": () => sign("HS256", app.secret, { aud: "download" }),
    }
    const token = await forged[kind]!()
    expect(await app.call("GET /user", {}, { ...person, token })).toMatchObject({ ok: false, status: 401 })
  })

  test("other users see only the public part of a user [security: 15.3.1]", async () => {
    const person = await app.person()
    const reply = await app.call("GET /user", { id: person.id })
    expect(reply).toMatchObject({ ok: true, data: { username: person.username, email: "", mobile: "" } })
    expect(JSON.stringify(reply)).not.toContain("argon2")
    expect(await app.call("GET /user", {}, person)).toMatchObject({ ok: true, data: { email: `${person.username}@example.org` } })
  })
})
