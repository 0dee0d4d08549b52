import { eq } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { ErrorCode } from "@/lib/contract/error-code"
import type { Key } from "@/lib/contract/types"
import { createCtx } from "@/server/context"
import { sweepTables } from "@/server/db/sweeps"
import { saveSettings } from "@/server/modules/site/settings/settings.usecases"
import { passkeyChallengeTable, passkeyTable } from "@/server/modules/people/two-factor/two-factor.table"
import { elsewhere, password } from "../../setup/accounts"
import { createAuthenticator, type At } from "../../setup/authenticator"
import { createClock, withPasskey, withTotp } from "../../setup/factors"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

const origin = "https://library.example.org"
const clock = createClock()
let app: TestApp
const domain = (domain: string) => saveSettings(createCtx(app), "system", { domain })
beforeAll(async () => {
  app = await testApp({ now: clock.now })
  await domain(`${origin}/`)
})
beforeEach(() => clock.pass(60))

const send = async (key: Key, input: object) => {
  const reply = await app.dispatch(key, input, { id: "test", ip: elsewhere(), user_agent: "test", token: "" })
  return reply.ok
    ? { status: 200, code: 0, message: "", user: (reply.data as { user: { username: string } }).user?.username }
    : { status: reply.status, code: reply.body.code as number, message: reply.body.message }
}
type Authenticator = ReturnType<typeof createAuthenticator>
const options = async (alone: boolean) => {
  const begun = await app.call("POST /user/login/passkey/begin", { alone })
  if (!begun.ok) throw new Error(begun.message)
  return begun.data.options
}
const enter = async (authenticator: Authenticator, at: Partial<At> = {}) =>
  send("POST /user/login/passkey", { passkey: authenticator.get(await options(true), { origin, ...at }) })
const logIn = async (person: TestUser, authenticator?: Authenticator, at: Partial<At> = {}) =>
  send("POST /user/login", {
    username: person.username,
    password,
    ...(authenticator && { passkey: authenticator.get(await options(false), { origin, ...at }) }),
  })
const unknown = { status: 400, message: "没有账号认得这把通行密钥，请用密码登录" }
const refused = { status: 400, message: "通行密钥没有通过验证，请重试" }

describe("a passkey [security: two-factor]", () => {
  test("logs its owner in without name and password", async () => {
    const person = await app.person()
    const { authenticator, recovery } = await withPasskey(app, person, origin)
    expect(recovery).toHaveLength(10)
    expect(await enter(authenticator)).toMatchObject({ status: 200, user: person.username })
    expect(await enter(authenticator)).toMatchObject({ status: 200 })
    expect(await app.call("GET /user/factor", {}, person)).toMatchObject({
      data: { passkeys: true, passkey: [{ name: "手机", last_used_at: expect.any(String) as string }], recovery_code_count: 10 },
    })
  })

  test("is the second factor of a login by password, beside a code of the app and the recovery codes", async () => {
    const person = await app.person()
    const { authenticator, recovery } = await withPasskey(app, person, origin)
    expect(await logIn(person)).toMatchObject({ status: 400, code: ErrorCode.factorRequired })
    expect(await logIn(person, authenticator, { verifies: false })).toMatchObject({ status: 200 })
    const { code, recovery: more } = await withTotp(app, person)
    expect(more, "recovery codes are made once").toEqual([])
    clock.pass(60)
    expect(await send("POST /user/login", { username: person.username, password, otp: code() })).toMatchObject({ status: 200 })
    expect(await send("POST /user/login", { username: person.username, password, otp: recovery[4] })).toMatchObject({ status: 200 })
  })

  test("of another user is not a second factor", async () => {
    const [person, other] = [await app.person(), await app.person()]
    await withPasskey(app, person, origin)
    const { authenticator } = await withPasskey(app, other, origin)
    expect(await logIn(person, authenticator)).toMatchObject(refused)
  })

  test("without user verification is not enough alone", async () => {
    const { authenticator } = await withPasskey(app, await app.person(), origin)
    expect(await enter(authenticator, { verifies: false })).toMatchObject(unknown)
  })

  test.each([
    ["another site", { origin: "https://library.example.org.evil.example" }],
    ["another scheme", { origin: "http://library.example.org" }],
    ["another port", { origin: `${origin}:8443` }],
    ["a key for another site", { rpId: "evil.example" }],
    ["a challenge that is not ours", { challenge: "Zm9yZ2VkLWNoYWxsZW5nZQ" }],
  ])("used at %s is rejected", async (_, at) => {
    const { authenticator } = await withPasskey(app, await app.person(), origin)
    expect(await enter(authenticator, at)).toMatchObject(unknown)
  })

  test("answers each challenge once and in time, and only one of many parallel answers is accepted", async () => {
    const { authenticator } = await withPasskey(app, await app.person(), origin)
    const answer = authenticator.get(await options(true), { origin })
    const replies = await Promise.all(Array.from({ length: 6 }, () => send("POST /user/login/passkey", { passkey: answer })))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    const late = authenticator.get(await options(true), { origin })
    clock.pass(301)
    expect(await send("POST /user/login/passkey", { passkey: late })).toMatchObject(unknown)
    await sweepTables(app.database.db, app.sweeps, app.now())
    expect(await app.database.db.$count(passkeyChallengeTable)).toBe(0)
  })

  test("with a decreasing counter is treated as a copy", async () => {
    const { authenticator } = await withPasskey(app, await app.person(), origin)
    for (let n = 0; n < 3; n++) expect(await enter(authenticator)).toMatchObject({ status: 200 })
    authenticator.rewind(1)
    expect(await enter(authenticator)).toMatchObject(unknown)
  })

  test("signed with another key is rejected, and so is invalid data", async () => {
    const { authenticator } = await withPasskey(app, await app.person(), origin)
    const forger = createAuthenticator()
    const forged = { ...(JSON.parse(forger.get(await options(true), { origin })) as object), id: authenticator.id, rawId: authenticator.id }
    for (const passkey of [JSON.stringify(forged), "{}", "null", "[]", "x", `{"id":"${"a".repeat(9_000)}"}`])
      expect(await send("POST /user/login/passkey", { passkey })).toMatchObject(unknown)
    expect(await enter(forger)).toMatchObject(unknown)
  })

  test("does not open a punished or closed account", async () => {
    const person = await app.person()
    const { authenticator } = await withPasskey(app, person, origin)
    const punished = await app.call("POST /punishment", { user_id: [person.id], type: [1] }, await app.admin())
    expect(punished).toMatchObject({ ok: true })
    expect((await enter(authenticator)).status).toBe(403)
  })
})

describe("passkeys of a user", () => {
  test("are named, renamed and removed; removing the last one also removes the recovery codes", async () => {
    const person = await app.person()
    const { id, authenticator } = await withPasskey(app, person, origin, "书房的电脑")
    const { id: second } = await withPasskey(app, person, origin, "手机")
    expect(await app.call("PUT /user/passkey", { id, name: "旧电脑" }, person)).toMatchObject({ ok: true })
    expect(await app.call("GET /user/factor", {}, person)).toMatchObject({ data: { passkey: [{ name: "旧电脑" }, { name: "手机" }] } })
    expect(await app.call("DELETE /user/passkey", { id }, person)).toMatchObject({ ok: true })
    expect(await enter(authenticator)).toMatchObject(unknown)
    expect(await logIn(person)).toMatchObject({ code: ErrorCode.factorRequired })
    expect(await app.call("DELETE /user/passkey", { id: second }, person)).toMatchObject({ ok: true })
    expect(await logIn(person)).toMatchObject({ status: 200 })
    expect(await app.call("GET /user/factor", {}, person)).toMatchObject({ data: { recovery_code_count: 0, passkey: [] } })
  })

  test("of other users can be neither renamed nor removed, and a known passkey cannot be added twice", async () => {
    const [person, other] = [await app.person(), await app.person()]
    const { id, authenticator } = await withPasskey(app, person, origin)
    expect(await app.call("PUT /user/passkey", { id, name: "我的" }, other)).toMatchObject({ status: 404 })
    expect(await app.call("DELETE /user/passkey", { id }, other)).toMatchObject({ status: 404 })
    const begun = await app.call("POST /user/passkey/begin", {}, other)
    if (!begun.ok) throw new Error(begun.message)
    const again = authenticator.create(begun.data.options, { origin })
    expect(await app.call("POST /user/passkey", { name: "手机", passkey: again }, other)).toMatchObject({ status: 409 })
  })

  test("are registered only by the user who started it, at this site, and once", async () => {
    const [person, other] = [await app.person(), await app.person()]
    const begin = async () => {
      const begun = await app.call("POST /user/passkey/begin", {}, person)
      if (!begun.ok) throw new Error(begun.message)
      return begun.data.options
    }
    const failed = { status: 400, message: "通行密钥没有通过验证，请重新添加" }
    const add = (passkey: string, as = person) => app.call("POST /user/passkey", { name: "手机", passkey }, as)
    expect(await add(createAuthenticator().create(await begin(), { origin }), other)).toMatchObject(failed)
    expect(await add(createAuthenticator().create(await begin(), { origin: "https://evil.example" }))).toMatchObject(failed)
    expect(await add(createAuthenticator().create(await begin(), { origin, rpId: "evil.example" }))).toMatchObject(failed)
    const login = JSON.parse(await options(true)) as { challenge: string }
    expect(await add(createAuthenticator().create(await begin(), { origin, challenge: login.challenge }))).toMatchObject(failed)
    const answer = createAuthenticator().create(await begin(), { origin })
    expect(await add(answer)).toMatchObject({ ok: true })
    expect(await add(answer)).toMatchObject(failed)
    for (const nonsense of ["", "{}", '{"type":"public-key"}']) expect((await add(nonsense)).status).toBe(400)
  })

  test("options reveal no personal data to authenticators, and list the existing passkeys", async () => {
    const person = await app.person()
    const { authenticator } = await withPasskey(app, person, origin)
    const begun = await app.call("POST /user/passkey/begin", {}, person)
    if (!begun.ok) throw new Error(begun.message)
    const asked = JSON.parse(begun.data.options) as { user: { id: string }; rp: object; excludeCredentials: object[] }
    expect(asked).toMatchObject({ rp: { id: "library.example.org" }, excludeCredentials: [{ id: authenticator.id }] })
    expect(Buffer.from(asked.user.id, "base64url").toString("latin1")).not.toMatch(new RegExp(`${person.username}|^${person.id}$`))
    expect(JSON.parse(await options(true))).toMatchObject({ rpId: "library.example.org", userVerification: "required" })
    expect(JSON.parse(await options(false))).toMatchObject({ userVerification: "preferred" })
  })

  test("are erased with the account and exported without their keys", async () => {
    const person = await app.person()
    await withPasskey(app, person, origin, "手机")
    const exported = await app.call("GET /user/export", {}, person)
    expect(JSON.stringify(exported)).toContain("手机")
    const [row] = await app.database.db.select().from(passkeyTable).where(eq(passkeyTable.user_id, person.id))
    expect(JSON.stringify(exported)).not.toContain(row!.public_key)
  })

  test.each(["", "https://192.0.2.7", "http://[2001:db8::1]:8080"])("cannot be used while the site address is %j", async (address) => {
    const person = await app.person()
    await domain(address)
    expect(await app.call("GET /user/factor", {}, person)).toMatchObject({ data: { passkeys: false } })
    for (const key of ["POST /user/passkey/begin", "POST /user/login/passkey/begin"] as const)
      expect(await app.call(key, {}, person)).toMatchObject({ status: 400, message: "网站域名未设置，暂时不能使用通行密钥" })
    await domain(origin)
  })
})
