import { describe, expect, test } from "vitest"
import { oauthProviders } from "@/lib/contract/people/oauth.providers"
import { github, oauthWorld } from "../../setup/oauth-world"

const { app, standIn, set, authorize, land, bound, newAccount, number } = oauthWorld()
const expired = { ok: false, status: 400, message: "授权已失效，请重新登录" }

describe("every provider, from start to end", () => {
  test.each(oauthProviders.map(({ type, name }) => [name, type] as const))(
    "%s: an unknown identity gets a proof, is bound to a new account, and logs in to it from then on",
    async (name, type) => {
      const { back, landing } = await authorize(type)
      expect(back.origin + back.pathname).toBe(`https://library.example.org/oauth/${name}`)
      const reply = await app().call("POST /oauth/login", landing)
      expect(reply).toMatchObject({
        ok: true,
        data: {
          token: "",
          user: null,
          bound: false,
          oauth: { oauth_type: type, nickname: `小豆${number()}`, avatar: "https://img.example.com/bean.png" },
        },
      })
      const oauth = reply.ok ? reply.data.oauth! : null
      expect(oauth!.id).toBeGreaterThan(0)
      const person = await app().person()
      const bind = { openid: oauth!.openid, oauth_type: type, session: oauth!.session }
      expect(await app().call("POST /oauth/bind", bind, person)).toMatchObject({
        ok: true,
        data: { token: person.token, user: { id: person.id, email: `${person.username}@example.org` }, bound: true },
      })
      expect(await app().call("POST /oauth/bind", bind, person)).toEqual(expired)

      const again = await land(type)
      expect(again).toMatchObject({ ok: true, data: { user: { id: person.id, username: person.username }, oauth: null } })
      expect(await app().call("GET /user", {}, { ...person, token: again.ok ? again.data.token : "" })).toMatchObject({
        ok: true,
        data: { id: person.id },
      })
      expect(await app().call("GET /user/oauth", {}, person)).toMatchObject({
        ok: true,
        data: { oauth: [{ oauth_type: type, nickname: `小豆${number()}`, last: false }] },
      })
    },
  )

  test("the custom provider as an OIDC issuer", async () => {
    await set("oauthCustom", { ...standIn().custom.oidc, authorize_url: "", token_url: "", userinfo_url: "", scope: "" })
    const person = await bound(6)
    expect(await land(6)).toMatchObject({ ok: true, data: { user: { id: person.id } } })
    await set("oauthCustom", { issuer: "", ...standIn().custom.plain })
  })
})

describe("public provider data", () => {
  test("contains the public fields of enabled and configured providers, in order", async () => {
    const reply = await app().call("GET /oauth/configs")
    expect(reply.ok && reply.data.oauths.map(({ type }) => type)).toEqual([2, 8, 1, 7, 4, 3, 6])
    expect(reply.ok && reply.data.oauths.find(({ type }) => type === github)).toEqual({
      type: github,
      name: "GitHub",
      label: "GitHub",
      icon: "",
      enable: true,
      client_id: standIn().client.client_id,
      redirect_url: "https://library.example.org/oauth/github",
      authorize_url: "",
    })
    expect(reply.ok && reply.data.oauths.find(({ type }) => type === 6)?.authorize_url).toBe(standIn().custom.plain.authorize_url)
    expect(JSON.stringify(reply)).not.toContain(standIn().client.client_secret)
  })

  test.each([
    ["switched off", { enable: false }],
    ["without its secret", { client_secret: "" }],
  ])("a provider that is %s is not offered and starts no login", async (_, values) => {
    const { landing } = await authorize(github)
    await set("oauthGithub", values)
    const reply = await app().call("GET /oauth/configs")
    expect(reply.ok && reply.data.oauths.some(({ type }) => type === github)).toBe(false)
    expect(await app().call("POST /oauth/begin", { oauth_type: github })).toEqual({
      ok: false,
      status: 400,
      message: "本站没有开启GitHub登录",
    })
    expect(await app().call("POST /oauth/login", landing)).toMatchObject({ ok: false, status: 400 })
    await set("oauthGithub", { enable: true, ...standIn().client })
  })

  test.each([5, 9, 0])("type %d does not exist", async (oauth_type) => {
    expect(await app().call("POST /oauth/begin", { oauth_type })).toEqual({ ok: false, status: 400, message: "未知授权类型" })
  })

  test("a redirect address in the settings is used unchanged", async () => {
    await set("oauthGithub", { redirect_url: "https://www.example.org/oauth/github" })
    const begun = await app().call("POST /oauth/begin", { oauth_type: github })
    expect(begun.ok && new URL(begun.data.url).searchParams.get("redirect_uri")).toBe("https://www.example.org/oauth/github")
    await set("oauthGithub", { redirect_url: "" })
  })
})

describe("the two WeChat apps", () => {
  test("QR login and official account with one unionid are the same user", async () => {
    standIn().setPerson(newAccount({ unionid: `union-${number()}` }))
    const person = await bound(2)
    expect(await land(8)).toMatchObject({ ok: true, data: { user: { id: person.id } } })
    expect(await land(8, person)).toMatchObject({ ok: true, data: { bound: true } })
    expect(await land(8, await app().person())).toMatchObject({ ok: false, status: 409 })
  })

  test("a binding made before the open platform is found by openid and updated to unionid", async () => {
    const before = newAccount()
    standIn().setPerson(before)
    const person = await bound(2)
    standIn().setPerson({ ...before, unionid: `union-late-${number()}` })
    expect(await land(2)).toMatchObject({ ok: true, data: { user: { id: person.id } } })
    expect(await land(8), "the other app knows it from now on").toMatchObject({ ok: true, data: { user: { id: person.id } } })
  })
})
