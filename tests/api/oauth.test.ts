import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { eq } from "drizzle-orm"
import { oauthProviders } from "../../lib/contract/oauth-providers"
import { createCtx } from "../../server/context"
import { saveSettings } from "../../server/modules/settings/settings.usecases"
import { punishmentTable } from "../../server/modules/punishment/punishment.table"
import { oauthStateTable, userOauthTable } from "../../server/modules/oauth/oauth.table"
import { usedTokenTable } from "../../server/modules/verification/verification.table"
import { userTable } from "../../server/modules/user/user.table"
import { createOauth } from "../../server/ports/oauth/create-oauth"
import { startStandIn, type StandIn } from "../../server/ports/oauth/testing/provider.stand-in"
import { withTotp } from "../setup/factors"
import { testApp, type Person, type TestApp } from "../setup/test-app"

const expired = { ok: false, status: 400, message: "授权已失效，请重新登录" }
const github = 4
let standIn: StandIn
let app: TestApp
let now = Date.now()
let count = 0

const set = (group: Parameters<typeof saveSettings>[1], values: Record<string, string | boolean>) =>
  saveSettings(createCtx(app), group, values as never)

beforeAll(async () => {
  standIn = await startStandIn()
  const time = () => new Date(now)
  app = await testApp({
    oauth: createOauth({ endpoints: standIn.endpoints, allowInsecure: true, now: time }),
    now: time,
  })
  await set("system", { domain: "https://library.example.org" })
  for (const { group } of oauthProviders) await set(group, { enable: true, ...standIn.client })
  await set("oauthCustom", standIn.custom.plain)
})
afterAll(() => standIn.close())
beforeEach(() => {
  now = Date.now()
  standIn.misbehave(null)
  standIn.setPerson(newAccount())
})

const newAccount = (more = {}) => ({
  id: String(10_000 + ++count),
  nickname: `小豆${count}`,
  avatar: "https://img.example.com/bean.png",
  ...more,
})

/** What a browser brings back from a provider. */
const dance = async (type: number, as?: Person) => {
  const begun = await app.call("POST /oauth/begin", { oauth_type: type }, as)
  if (!begun.ok) throw new Error(begun.message)
  const { url, state, secret } = begun.data
  const back = new URL((await fetch(url, { redirect: "manual" })).headers.get("location")!)
  expect(back.searchParams.get("state")).toBe(state)
  return { back, landing: { oauth_type: type, code: back.searchParams.get("code")!, state, secret } }
}
const land = async (type: number, as?: Person) => app.call("POST /oauth/login", (await dance(type, as)).landing, as)
const pendingOf = async (type: number) => {
  const reply = await land(type)
  if (!reply.ok || !reply.data.oauth) throw new Error("no proof")
  const { openid, oauth_type, session } = reply.data.oauth
  return { openid, oauth_type, session }
}
const bound = async (type: number) => {
  const person = await app.person()
  expect(await land(type, person)).toMatchObject({ ok: true, data: { bound: true } })
  return person
}

describe("every provider, from beginning to end", () => {
  test.each(oauthProviders.map(({ type, name }) => [name, type] as const))(
    "%s: an unknown identity gets a proof, is bound to a new account, and logs in to it from then on",
    async (name, type) => {
      const { back, landing } = await dance(type)
      expect(back.origin + back.pathname).toBe(`https://library.example.org/oauth/${name}`)
      const reply = await app.call("POST /oauth/login", landing)
      expect(reply).toMatchObject({
        ok: true,
        data: {
          token: "",
          user: null,
          bound: false,
          oauth: { oauth_type: type, nickname: `小豆${count}`, avatar: "https://img.example.com/bean.png" },
        },
      })
      const oauth = reply.ok ? reply.data.oauth! : null
      expect(oauth!.id).toBeGreaterThan(0)
      const person = await app.person()
      const bind = { openid: oauth!.openid, oauth_type: type, session: oauth!.session }
      expect(await app.call("POST /oauth/bind", bind, person)).toMatchObject({
        ok: true,
        data: { token: person.token, user: { id: person.id, email: `${person.username}@example.org` }, bound: true },
      })
      expect(await app.call("POST /oauth/bind", bind, person)).toEqual(expired)

      const again = await land(type)
      expect(again).toMatchObject({ ok: true, data: { user: { id: person.id, username: person.username }, oauth: null } })
      expect(await app.call("GET /user", {}, { ...person, token: again.ok ? again.data.token : "" })).toMatchObject({
        ok: true,
        data: { id: person.id },
      })
      expect(await app.call("GET /user/oauth", {}, person)).toMatchObject({
        ok: true,
        data: { oauth: [{ oauth_type: type, nickname: `小豆${count}`, last: false }] },
      })
    },
  )

  test("the custom provider as an OIDC issuer", async () => {
    await set("oauthCustom", { ...standIn.custom.oidc, authorize_url: "", token_url: "", userinfo_url: "", scope: "" })
    const person = await bound(6)
    expect(await land(6)).toMatchObject({ ok: true, data: { user: { id: person.id } } })
    await set("oauthCustom", { issuer: "", ...standIn.custom.plain })
  })
})

describe("an identity whose owner has a second factor [security: two-factor, 6.3.4]", () => {
  const begin = async () => {
    const person = await bound(github)
    const { code, recovery } = await withTotp(app, person)
    now += 60_000
    const reply = await land(github)
    if (!reply.ok || !reply.data.oauth) throw new Error("no proof")
    expect(reply.data).toMatchObject({ factor: true, token: "", user: null })
    const { openid, oauth_type, session } = reply.data.oauth
    return { person, code, recovery, proof: { openid, oauth_type, session } }
  }

  test("is asked for it, and then logged in with the proof, once", async () => {
    const { person, code, recovery, proof } = await begin()
    const finish = (more: object) => app.call("POST /oauth/factor", { ...proof, ...more })
    expect(await finish({})).toMatchObject({ status: 400, message: "请输入两步验证的验证码" })
    expect(await finish({ otp: "000000" })).toMatchObject({ status: 400, message: "验证码不正确，或者已经用过" })
    expect(await finish({ otp: code() })).toMatchObject({ ok: true, data: { user: { username: person.username } } })
    expect(await finish({ otp: recovery[0] })).toMatchObject(expired)
  })

  test("cannot be entered with another identity's name, an old proof, or a proof of nobody's", async () => {
    const { recovery, proof } = await begin()
    const finish = (more: object) => app.call("POST /oauth/factor", { ...proof, otp: recovery[0], ...more })
    expect(await finish({ openid: "1" })).toMatchObject(expired)
    expect(await finish({ session: "x" })).toMatchObject(expired)
    standIn.setPerson(newAccount())
    expect(await app.call("POST /oauth/factor", { ...(await pendingOf(github)), otp: recovery[0] })).toMatchObject(expired)
    now += 11 * 60_000
    expect(await finish({})).toMatchObject(expired)
  })

  test("is not bound to another account by its proof", async () => {
    const { proof } = await begin()
    expect(await app.call("POST /oauth/bind", proof, await app.person())).toMatchObject({ status: 409 })
  })
})

describe("what the public may know", () => {
  test("public fields of enabled providers that are set up, in order", async () => {
    const reply = await app.call("GET /oauth/configs")
    expect(reply.ok && reply.data.oauths.map(({ type }) => type)).toEqual([2, 8, 1, 7, 4, 3, 6])
    expect(reply.ok && reply.data.oauths.find(({ type }) => type === github)).toEqual({
      type: github,
      name: "GitHub",
      label: "GitHub",
      icon: "",
      enable: true,
      client_id: standIn.client.client_id,
      redirect_url: "https://library.example.org/oauth/github",
      authorize_url: "",
    })
    expect(reply.ok && reply.data.oauths.find(({ type }) => type === 6)?.authorize_url).toBe(standIn.custom.plain.authorize_url)
    expect(JSON.stringify(reply)).not.toContain(standIn.client.client_secret)
  })

  test.each([
    ["switched off", { enable: false }],
    ["without its secret", { client_secret: "" }],
  ])("a provider that is %s is not offered and begins nothing", async (_, values) => {
    const { landing } = await dance(github)
    await set("oauthGithub", values)
    const reply = await app.call("GET /oauth/configs")
    expect(reply.ok && reply.data.oauths.some(({ type }) => type === github)).toBe(false)
    expect(await app.call("POST /oauth/begin", { oauth_type: github })).toEqual({
      ok: false,
      status: 400,
      message: "本站没有开启GitHub登录",
    })
    expect(await app.call("POST /oauth/login", landing)).toMatchObject({ ok: false, status: 400 })
    await set("oauthGithub", { enable: true, ...standIn.client })
  })

  test.each([5, 9, 0])("type %d is none", async (oauth_type) => {
    expect(await app.call("POST /oauth/begin", { oauth_type })).toEqual({ ok: false, status: 400, message: "未知授权类型" })
  })

  test("a redirect address from the settings is used unchanged", async () => {
    await set("oauthGithub", { redirect_url: "https://www.example.org/oauth/github" })
    const begun = await app.call("POST /oauth/begin", { oauth_type: github })
    expect(begun.ok && new URL(begun.data.url).searchParams.get("redirect_uri")).toBe("https://www.example.org/oauth/github")
    await set("oauthGithub", { redirect_url: "" })
  })
})

describe("a callback must belong to this browser (login CSRF) [security: 10.1.2, login-forgery]", () => {
  const cases: [
    string,
    (landing: Awaited<ReturnType<typeof dance>>["landing"], other: Awaited<ReturnType<typeof dance>>["landing"]) => Record<string, unknown>,
  ][] = [
    ["no state, as older clients", ({ oauth_type, code }) => ({ oauth_type, code })],
    ["no secret", ({ secret: _, ...landing }) => landing],
    ["a state that never began", (landing) => ({ ...landing, state: "x".repeat(43) })],
    ["the secret of another browser", (landing, other) => ({ ...landing, secret: other.secret })],
    ["another browser's code and state with one's own secret", (landing, other) => ({ ...other, secret: landing.secret })],
    ["the state of another type", (landing) => ({ ...landing, oauth_type: 3 })],
  ]
  test.each(cases)("%s", async (_, change) => {
    const [{ landing }, { landing: other }] = [await dance(github), await dance(github)]
    const calls = standIn.log.length
    expect(await app.call("POST /oauth/login", change(landing, other))).toEqual(expired)
    expect(standIn.log.length, "the provider is not even asked").toBe(calls)
  })

  test("a state is valid once, also after a failure, for ten minutes [security: 10.2.1]", async () => {
    const { landing } = await dance(github)
    expect(await app.call("POST /oauth/login", { ...landing, secret: "wrong" })).toEqual(expired)
    expect(await app.call("POST /oauth/login", landing)).toEqual(expired)
    const late = await dance(github)
    now += 10 * 60_000
    expect(await app.call("POST /oauth/login", late.landing)).toEqual(expired)
  })

  test("of parallel callbacks with one code exactly one logs in", async () => {
    await bound(github)
    const { landing } = await dance(github)
    const replies = await Promise.all(Array.from({ length: 8 }, () => app.call("POST /oauth/login", landing)))
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test("a code that was already used is refused", async () => {
    const [first, second] = [await dance(github), await dance(github)]
    expect(await app.call("POST /oauth/login", first.landing)).toMatchObject({ ok: true })
    expect(await app.call("POST /oauth/login", { ...second.landing, code: first.landing.code })).toEqual(expired)
  })

  test("the database holds no usable secret", async () => {
    const { landing } = await dance(github)
    const rows = JSON.stringify(await app.database.db.select().from(oauthStateTable))
    expect(rows).not.toContain(landing.state)
    expect(rows).not.toContain(landing.secret)
  })

  test("a missing code, a refusal and an unreachable provider each have a message", async () => {
    expect(await app.call("POST /oauth/login", { oauth_type: github, code: "" })).toEqual({
      ok: false,
      status: 400,
      message: "code不能为空",
    })
    const { landing } = await dance(github)
    standIn.misbehave({ at: "userinfo", how: "500" })
    expect(await app.call("POST /oauth/login", landing)).toEqual({ ok: false, status: 503, message: "登录平台暂时没有回应，请稍后再试" })
  })
})

describe("a proof", () => {
  test("contains the identity: another openid or type beside it is refused, and the right one still works afterwards [security: 6.8.1]", async () => {
    const proof = await pendingOf(github)
    const person = await app.person()
    expect(await app.call("POST /oauth/bind", { ...proof, openid: "1" }, person)).toEqual(expired)
    expect(await app.call("POST /oauth/bind", { ...proof, oauth_type: 3 }, person)).toEqual(expired)
    expect(await app.call("POST /oauth/bind", proof, person)).toMatchObject({ ok: true })
  })

  test("a forged, expired or different kind of token is refused [security: 9.2.2]", async () => {
    const proof = await pendingOf(github)
    const person = await app.person()
    expect(await app.call("POST /oauth/bind", { ...proof, session: person.token }, person)).toEqual(expired)
    expect(await app.call("POST /oauth/bind", { ...proof, session: `${proof.session.slice(0, -3)}abc` }, person)).toEqual(expired)
    expect(await app.call("GET /user", {}, { ...person, token: proof.session }), "a proof is no session").toMatchObject({ status: 401 })
    now += 10 * 60_000 + 1_000
    expect(await app.call("POST /oauth/bind", proof, await app.person())).toEqual(expired)
  })

  test("requires an account to bind to", async () => {
    expect(await app.call("POST /oauth/bind", await pendingOf(github))).toMatchObject({ ok: false, status: 401 })
  })

  test("is valid once, also with parallel requests", async () => {
    const proof = await pendingOf(github)
    const people = await Promise.all([app.person(), app.person(), app.person(), app.person()])
    const replies = await Promise.all(people.map((person) => app.call("POST /oauth/bind", proof, person)))
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await app.database.db.$count(usedTokenTable)).toBeGreaterThan(0)
  })

  test("for an identity that was bound meanwhile is a conflict", async () => {
    const proofs = [await pendingOf(github), await pendingOf(github)]
    const people = [await app.person(), await app.person()]
    const replies = await Promise.all(proofs.map((proof, at) => app.call("POST /oauth/bind", proof, people[at])))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(replies.find(({ ok }) => !ok)).toEqual({ ok: false, status: 409, message: "该第三方账号已绑定其他账号" })
  })
})

describe("a logged-in person never changes account", () => {
  test("the identity of another account is a conflict [security: 6.8.1]", async () => {
    await bound(github)
    expect(await land(github, await app.person())).toEqual({ ok: false, status: 409, message: "该第三方账号已绑定其他账号" })
  })

  test("binding the own identity again is accepted", async () => {
    const person = await bound(github)
    expect(await land(github, person)).toMatchObject({ ok: true, data: { bound: true, token: "", user: null } })
  })

  test("an account has one identity of each type", async () => {
    const person = await bound(github)
    standIn.setPerson(newAccount())
    expect(await land(github, person)).toEqual({ ok: false, status: 409, message: "您已绑定过GitHub" })
  })
})

describe("who may not log in", () => {
  test("a disabled account gets the reason and no session [security: bans-hold, 7.4.2]", async () => {
    const person = await bound(github)
    await app.database.db.insert(punishmentTable).values({ user_id: person.id, type: 1, reason: "群发广告", enable: true, end_time: null })
    const reply = await land(github)
    expect(reply).toMatchObject({ ok: false, status: 403 })
    expect(!reply.ok && reply.message).toContain("您的账户已被禁用，原因：群发广告")
  })

  test("the identity of an erased account is unknown", async () => {
    const person = await bound(github)
    await app.database.db
      .update(userTable)
      .set({ closed_at: new Date(now) })
      .where(eq(userTable.id, person.id))
    expect(await land(github)).toMatchObject({ ok: false })
  })
})

describe("WeChat's two apps", () => {
  test("QR login and official account with one unionid are the same person", async () => {
    standIn.setPerson(newAccount({ unionid: `union-${count}` }))
    const person = await bound(2)
    expect(await land(8)).toMatchObject({ ok: true, data: { user: { id: person.id } } })
    expect(await land(8, person)).toMatchObject({ ok: true, data: { bound: true } })
    expect(await land(8, await app.person())).toMatchObject({ ok: false, status: 409 })
  })

  test("a binding made before the open platform is found by openid and updated to unionid", async () => {
    const before = newAccount()
    standIn.setPerson(before)
    const person = await bound(2)
    standIn.setPerson({ ...before, unionid: `union-late-${count}` })
    expect(await land(2)).toMatchObject({ ok: true, data: { user: { id: person.id } } })
    expect(await land(8), "the other app knows it from now on").toMatchObject({ ok: true, data: { user: { id: person.id } } })
  })
})

describe("unbinding", () => {
  const idOf = async (person: Person) => {
    const reply = await app.call("GET /user/oauth", {}, person)
    return reply.ok ? reply.data.oauth[0]! : null
  }

  test("is allowed with a password, and the identity can be bound again", async () => {
    const person = await bound(github)
    expect(await app.call("DELETE /user/oauth", { id: (await idOf(person))!.id }, person)).toMatchObject({ ok: true })
    expect(await idOf(person)).toBeUndefined()
    expect(await land(github)).toMatchObject({ ok: true, data: { token: "", oauth: { oauth_type: github } } })
  })

  test("the last way to log in cannot be removed", async () => {
    const person = await bound(github)
    const { db } = app.database
    await db.update(userTable).set({ password: "" }).where(eq(userTable.id, person.id))
    const { id, last } = (await idOf(person))!
    expect(last).toBe(true)
    expect(await app.call("DELETE /user/oauth", { id }, person)).toEqual({
      ok: false,
      status: 400,
      message: "这是您唯一的登录方式，请先设置密码，或绑定邮箱、手机号，再解除绑定",
    })
    standIn.setPerson(newAccount())
    await land(3, person)
    const both = await app.call("GET /user/oauth", {}, person)
    const ids = both.ok ? both.data.oauth.map((row) => row.id) : []
    expect(both.ok && both.data.oauth.map((row) => row.last)).toEqual([false, false])
    const replies = await Promise.all(ids.map((one) => app.call("DELETE /user/oauth", { id: one }, person)))
    expect(
      replies.map(({ status }) => status).toSorted((a, b) => a - b),
      "both at once leave one",
    ).toEqual([200, 400])
    await db.update(userTable).set({ email_verified: true }).where(eq(userTable.id, person.id))
    expect(await app.call("DELETE /user/oauth", { id: (await idOf(person))!.id }, person)).toMatchObject({ ok: true })
  })

  test("another person's binding is a 404 [security: 8.2.2]", async () => {
    const [owner, other] = [await bound(github), await app.person()]
    expect(await app.call("DELETE /user/oauth", { id: (await idOf(owner))!.id }, other)).toEqual({
      ok: false,
      status: 404,
      message: "没有这个绑定",
    })
    expect(await app.database.db.$count(userOauthTable, eq(userOauthTable.user_id, owner.id))).toBe(1)
  })
})
