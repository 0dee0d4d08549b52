import { describe, expect, test } from "vitest"
import { oauthStateTable } from "@/server/modules/people/oauth/oauth.table"
import { usedTokenTable } from "@/server/modules/people/verification/verification.table"
import { withTotp } from "../../setup/factors"
import { github, oauthWorld, type Landing } from "../../setup/oauth-world"

/* The checks between a provider's response and a login: the state of this browser, the proof of an identity, the second factor. */

const { app, standIn, authorize, land, pendingOf, bound, newAccount, pass } = oauthWorld()
const expired = { ok: false, status: 400, message: "授权已失效，请重新登录" }

describe("an identity whose owner has a second factor [security: two-factor, 6.3.4]", () => {
  const begin = async () => {
    const person = await bound(github)
    const { code, wrongCode, recovery } = await withTotp(app(), person)
    pass(60_000)
    const reply = await land(github)
    if (!reply.ok || !reply.data.oauth) throw new Error("no proof")
    expect(reply.data).toMatchObject({ factor: true, token: "", user: null })
    const { openid, oauth_type, session } = reply.data.oauth
    return { person, code, wrongCode, recovery, proof: { openid, oauth_type, session } }
  }

  test("must give it, and is then logged in with the proof, once", async () => {
    const { person, code, wrongCode, recovery, proof } = await begin()
    const finish = (more: object) => app().call("POST /oauth/factor", { ...proof, ...more })
    expect(await finish({})).toMatchObject({ status: 400, message: "请输入两步验证的验证码" })
    expect(await finish({ otp: wrongCode() })).toMatchObject({ status: 400, message: "验证码不正确，或者已经用过" })
    expect(await finish({ otp: code() })).toMatchObject({ ok: true, data: { user: { username: person.username } } })
    expect(await finish({ otp: recovery[0] })).toMatchObject(expired)
  })

  test("is not logged in with the name of another identity, an old proof or an invalid proof", async () => {
    const { recovery, proof } = await begin()
    const finish = (more: object) => app().call("POST /oauth/factor", { ...proof, otp: recovery[0], ...more })
    expect(await finish({ openid: "1" })).toMatchObject(expired)
    expect(await finish({ session: "x" })).toMatchObject(expired)
    standIn().setPerson(newAccount())
    expect(await app().call("POST /oauth/factor", { ...(await pendingOf(github)), otp: recovery[0] })).toMatchObject(expired)
    pass(11 * 60_000)
    expect(await finish({})).toMatchObject(expired)
  })

  test("is not bound to another account with its proof", async () => {
    const { proof } = await begin()
    expect(await app().call("POST /oauth/bind", proof, await app().person())).toMatchObject({ status: 409 })
  })
})

describe("a callback must belong to this browser (login CSRF) [security: 10.1.2, 10.2.2, login-forgery]", () => {
  const cases: [string, (landing: Landing, other: Landing) => Record<string, unknown>][] = [
    ["no state, as older clients", ({ oauth_type, code }) => ({ oauth_type, code })],
    ["no secret", ({ secret: _, ...landing }) => landing],
    ["a state that never began", (landing) => ({ ...landing, state: "x".repeat(43) })],
    ["the secret of another browser", (landing, other) => ({ ...landing, secret: other.secret })],
    ["another browser's code and state with one's own secret", (landing, other) => ({ ...other, secret: landing.secret })],
    ["the state of another type", (landing) => ({ ...landing, oauth_type: 3 })],
  ]
  test.each(cases)("%s", async (_, change) => {
    const [{ landing }, { landing: other }] = [await authorize(github), await authorize(github)]
    const calls = standIn().log.length
    expect(await app().call("POST /oauth/login", change(landing, other))).toEqual(expired)
    expect(standIn().log.length, "the provider is not even asked").toBe(calls)
  })

  test("a state is valid once, also after a failure, for ten minutes [security: 10.2.1]", async () => {
    const { landing } = await authorize(github)
    expect(await app().call("POST /oauth/login", { ...landing, secret: "wrong" })).toEqual(expired)
    expect(await app().call("POST /oauth/login", landing)).toEqual(expired)
    const late = await authorize(github)
    pass(10 * 60_000)
    expect(await app().call("POST /oauth/login", late.landing)).toEqual(expired)
  })

  test("of parallel callbacks with one code exactly one logs in", async () => {
    await bound(github)
    const { landing } = await authorize(github)
    const replies = await Promise.all(Array.from({ length: 8 }, () => app().call("POST /oauth/login", landing)))
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test("a used code is rejected", async () => {
    const [first, second] = [await authorize(github), await authorize(github)]
    expect(await app().call("POST /oauth/login", first.landing)).toMatchObject({ ok: true })
    expect(await app().call("POST /oauth/login", { ...second.landing, code: first.landing.code })).toEqual(expired)
  })

  test("the database holds no usable secret", async () => {
    const { landing } = await authorize(github)
    const rows = JSON.stringify(await app().database.db.select().from(oauthStateTable))
    expect(rows).not.toContain(landing.state)
    expect(rows).not.toContain(landing.secret)
  })

  test("a missing code, a denial and an unreachable provider each have an error message", async () => {
    expect(await app().call("POST /oauth/login", { oauth_type: github, code: "" })).toEqual({
      ok: false,
      status: 400,
      message: "code不能为空",
    })
    const { landing } = await authorize(github)
    standIn().misbehave({ at: "userinfo", how: "500" })
    expect(await app().call("POST /oauth/login", landing)).toEqual({ ok: false, status: 503, message: "登录平台暂时没有回应，请稍后再试" })
  })
})

describe("a proof", () => {
  test("contains the identity: another openid or type next to it is rejected, and the correct one still works afterwards [security: 6.8.1]", async () => {
    const proof = await pendingOf(github)
    const person = await app().person()
    expect(await app().call("POST /oauth/bind", { ...proof, openid: "1" }, person)).toEqual(expired)
    expect(await app().call("POST /oauth/bind", { ...proof, oauth_type: 3 }, person)).toEqual(expired)
    expect(await app().call("POST /oauth/bind", proof, person)).toMatchObject({ ok: true })
  })

  test("a forged, expired or different kind of token is rejected [security: 9.2.2]", async () => {
    const proof = await pendingOf(github)
    const person = await app().person()
    expect(await app().call("POST /oauth/bind", { ...proof, session: person.token }, person)).toEqual(expired)
    expect(await app().call("POST /oauth/bind", { ...proof, session: `${proof.session.slice(0, -3)}abc` }, person)).toEqual(expired)
    expect(await app().call("GET /user", {}, { ...person, token: proof.session }), "a proof is no session").toMatchObject({ status: 401 })
    pass(10 * 60_000 + 1_000)
    expect(await app().call("POST /oauth/bind", proof, await app().person())).toEqual(expired)
  })

  test("requires an account to bind to", async () => {
    expect(await app().call("POST /oauth/bind", await pendingOf(github))).toMatchObject({ ok: false, status: 401 })
  })

  test("is valid once, also with parallel requests", async () => {
    const proof = await pendingOf(github)
    const people = await Promise.all([app().person(), app().person(), app().person(), app().person()])
    const replies = await Promise.all(people.map((person) => app().call("POST /oauth/bind", proof, person)))
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await app().database.db.$count(usedTokenTable)).toBeGreaterThan(0)
  })

  test("for an identity that was bound meanwhile returns a conflict", async () => {
    const proofs = [await pendingOf(github), await pendingOf(github)]
    const people = [await app().person(), await app().person()]
    const replies = await Promise.all(proofs.map((proof, at) => app().call("POST /oauth/bind", proof, people[at])))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(replies.find(({ ok }) => !ok)).toEqual({ ok: false, status: 409, message: "该第三方账号已绑定其他账号" })
  })
})
