import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { oauthProviders, oauthSettings } from "@/lib/contract/people/oauth.providers"
import { OauthType } from "@/lib/contract/people/oauth.enums"
import { createOauth } from "./create-oauth"
import { avatarUrl, emailOf, fieldOf, idText, nameText } from "./identity-fields"
import { isOauthType, type OauthProviderConfig, oauthTypes } from "./oauth.port"
import { memoryOauth } from "./memory.oauth"
import { oauthWireSuite, walk } from "./oauth-wire.suite"
import { oauthSuite, refusal } from "./oauth.suite"
import { type MockOauthProvider, startStandIn } from "./testing/provider.stand-in"

oauthWireSuite({
  name: "GitHub",
  config: () => ({ type: oauthTypes.github }),
  pkce: true,
  expected: { openid: "10086", email: "bean@example.com", email_verified: false },
})
oauthWireSuite({ name: "Gitee", config: () => ({ type: oauthTypes.gitee }), expected: { openid: "10086" } })
oauthWireSuite({
  name: "Google",
  config: () => ({ type: oauthTypes.google }),
  pkce: true,
  oidc: true,
  expected: { openid: "10086", email: "bean@example.com", email_verified: true },
})
oauthWireSuite({
  name: "custom OIDC",
  config: ({ custom }) => ({ type: oauthTypes.custom, ...custom.oidc }),
  pkce: true,
  oidc: true,
  expected: { openid: "10086", email_verified: true },
})
oauthWireSuite({
  name: "custom OAuth 2.0",
  config: ({ custom }) => ({ type: oauthTypes.custom, ...custom.plain }),
  pkce: true,
  expected: { openid: "10086" },
})
oauthWireSuite({ name: "QQ", config: () => ({ type: oauthTypes.qq }), expected: { openid: "qq-openid-10086", unionid: "union-10086" } })
oauthWireSuite({
  name: "WeChat",
  config: () => ({ type: oauthTypes.wechat }),
  checksRedirect: false,
  expected: { openid: "union-10086", unionid: "union-10086", app_openid: "wechat-openid-10086" },
})
oauthWireSuite({
  name: "WeChat official account",
  config: () => ({ type: oauthTypes.officialaccount }),
  checksRedirect: false,
  expected: { openid: "union-10086", app_openid: "officialaccount-openid-10086" },
})

oauthSuite({ name: "memory", pkce: true, expected: { openid: "10086", email: "bean@example.com", email_verified: true } }, async () => {
  const client = { client_id: "client", client_secret: "a-secret-of-the-client-0123456789" }
  const port = memoryOauth({ client })
  return {
    port,
    config: { type: oauthTypes.custom, ...client },
    setPerson: port.setPerson,
    walk: async (url) => port.authorize(url),
    expireCodes: port.expireCodes,
    calls: port.calls,
    close: async () => undefined,
  }
})

const redirectUri = "https://wenku.example.com/oauth/here?from=登录&a=1"

describe("differences between providers", () => {
  let standIn: MockOauthProvider
  beforeAll(async () => {
    standIn = await startStandIn()
  })
  afterAll(() => standIn.close())
  beforeEach(() => {
    standIn.misbehave(null)
    standIn.log.length = 0
  })
  const port = () => createOauth({ endpoints: standIn.endpoints, allowInsecure: true })
  const identify = async (config: OauthProviderConfig) => {
    const begun = await port().begin(config, redirectUri)
    const code = (await walk(begun.url)).get("code") ?? ""
    return port().identify(config, { code, redirectUri, verifier: begun.verifier, nonce: begun.nonce })
  }

  test("WeChat's addresses end as WeChat requires", async () => {
    for (const type of [oauthTypes.wechat, oauthTypes.officialaccount]) {
      const { url } = await port().begin({ ...standIn.client, type }, redirectUri)
      expect(url).toMatch(/\?appid=[^&]+&redirect_uri=[^&]+&response_type=code&scope=snsapi_\w+&state=[\w-]+#wechat_redirect$/)
    }
  })

  test("an unknown type is rejected", async () => {
    expect((await refusal(port().begin({ ...standIn.client, type: 5 as 6 }, redirectUri), [])).fault).toBe("config")
  })

  test("without a unionid WeChat's identity is the app's own openid", async () => {
    standIn.setPerson({ id: "7", nickname: "豆", avatar: "http://thirdwx.qlogo.cn/mmopen/7/132" })
    expect(await identify({ ...standIn.client, type: oauthTypes.wechat })).toEqual({
      openid: "wechat-openid-7",
      nickname: "豆",
      avatar: "https://thirdwx.qlogo.cn/mmopen/7/132",
    })
  })

  test("the virtual identity of WeChat's snapshot page is rejected", async () => {
    standIn.setPerson({ id: "7", nickname: "微信用户", avatar: "", snapshot: true })
    const error = await refusal(identify({ ...standIn.client, type: oauthTypes.officialaccount }), [standIn.client.client_secret])
    expect([error.fault, error.message]).toEqual(["snapshot", "请先点微信页面右下角的“使用完整服务”，再登录"])
  })

  test("QQ's openid call is made, and its error reported", async () => {
    standIn.setPerson({ id: "8", nickname: "豆", avatar: "" })
    expect(await identify({ ...standIn.client, type: oauthTypes.qq })).toEqual({ openid: "qq-openid-8", nickname: "豆", avatar: "" })
    for (const how of ["500", "garbage", "echo"] as const) {
      standIn.misbehave({ at: "me", how })
      expect((await refusal(identify({ ...standIn.client, type: oauthTypes.qq }), [standIn.client.client_secret])).fault).toBe(
        "unavailable",
      )
    }
  })

  test("a QQ token issued for another app is rejected", async () => {
    const answers = [{ access_token: "t" }, { client_id: "another-app", openid: "qq-openid-8" }]
    const other = createOauth({ fetch: async () => Response.json(answers.shift()) })
    const error = await refusal(other.identify({ ...standIn.client, type: oauthTypes.qq }, { code: "c", redirectUri }), [
      standIn.client.client_secret,
    ])
    expect(error.fault).toBe("unproven")
  })

  test("an issuer is found in any spelling of its address, and its configuration is fetched once", async () => {
    standIn.setPerson({ id: "9", nickname: "豆", avatar: "" })
    const { issuer } = standIn.custom.oidc
    for (const typed of [issuer, `${issuer}/`, ` ${issuer} `, `${issuer}/.well-known/openid-configuration`]) {
      expect((await identify({ ...standIn.client, type: oauthTypes.custom, issuer: typed })).openid).toBe("9")
    }
    standIn.log.length = 0
    const same = port()
    for (let at = 0; at < 3; at++) await same.begin({ ...standIn.client, type: oauthTypes.custom, issuer }, redirectUri)
    expect(standIn.log.filter(({ endpoint }) => endpoint === "discovery").length).toBe(1)
  })

  test("a missing, different or failing issuer is reported when the login begins, and not cached [security: 10.5.3]", async () => {
    const config = { ...standIn.client, type: oauthTypes.custom, issuer: `${standIn.url}/nobody` }
    expect((await refusal(port().begin(config, redirectUri), [])).fault).toBe("config")
    const impostor = createOauth({ fetch: async () => Response.json({ issuer: "https://evil.example.com" }) })
    expect((await refusal(impostor.begin({ ...config, issuer: "https://id.example.com" }, redirectUri), [])).fault).toBe("config")
    const same = port()
    standIn.misbehave({ at: "discovery", how: "500" })
    const well = { ...config, issuer: standIn.custom.oidc.issuer }
    expect((await refusal(same.begin(well, redirectUri), [])).fault).toBe("unavailable")
    standIn.misbehave(null)
    expect((await same.begin(well, redirectUri)).url).toContain("/custom/authorize")
  })

  test("addresses in settings must be https, unless the factory allows http [security: 12.3.1]", async () => {
    const strict = createOauth()
    const plain = { ...standIn.client, type: oauthTypes.custom, ...standIn.custom.plain }
    const typed = [
      "http://id.example.com/a",
      "ftp://id.example.com/a",
      "javascript:alert(1)",
      "https://user:pass@id.example.com/a",
      "id.example.com/a",
      "",
    ]
    for (const url of typed) {
      expect((await refusal(strict.begin({ ...plain, authorize_url: url }, redirectUri), [])).fault).toBe("config")
      expect((await refusal(strict.begin({ ...plain, issuer: url || "x" }, redirectUri), [])).fault).toBe("config")
      const https = { ...plain, token_url: "https://id.example.com/t", userinfo_url: "https://id.example.com/u" }
      for (const one of ["token_url", "userinfo_url"])
        expect((await refusal(strict.identify({ ...https, [one]: url }, { code: "c", redirectUri, verifier: "v" }), [])).fault).toBe(
          "config",
        )
    }
    expect(standIn.log).toEqual([])
    expect((await strict.begin({ ...plain, authorize_url: "https://id.example.com/a?tenant=1" }, redirectUri)).url).toMatch(
      /^https:\/\/id\.example\.com\/a\?tenant=1&client_id=/,
    )
    expect(() => createOauth({ endpoints: { 4: { token: "http://id.example.com/t" } } })).toThrow("配置有误")
  })

  test("GitHub Enterprise is called at its own address", async () => {
    standIn.setPerson({ id: "10086", nickname: "豆", avatar: "" })
    const enterprise = createOauth()
    const config = { ...standIn.client, type: oauthTypes.github, base_url: `${standIn.url}/github/` }
    const begun = await enterprise.begin(config, redirectUri)
    expect(begun.url).toMatch(`${standIn.url}/github/login/oauth/authorize?`)
    const back = new URL((await fetch(begun.url, { redirect: "manual" })).headers.get("location")!)
    expect(back.searchParams.get("state")).toBe(begun.state)
    const identity = await enterprise.identify(config, { code: back.searchParams.get("code")!, redirectUri, verifier: begun.verifier })
    expect(identity.openid).toBe("10086")
    expect((await refusal(enterprise.begin({ ...config, base_url: "http://github.example.com" }, redirectUri), [])).fault).toBe("config")
  })

  test("by default the adapters call the providers' own addresses", async () => {
    const bases = await Promise.all(
      ([1, 2, 3, 4, 7, 8] as const).map(async (type) => new URL((await createOauth().begin({ ...standIn.client, type }, redirectUri)).url)),
    )
    expect(bases.map(({ origin, pathname }) => origin + pathname)).toEqual([
      "https://graph.qq.com/oauth2.0/authorize",
      "https://open.weixin.qq.com/connect/qrconnect",
      "https://gitee.com/oauth/authorize",
      "https://github.com/login/oauth/authorize",
      "https://accounts.google.com/o/oauth2/v2/auth",
      "https://open.weixin.qq.com/connect/oauth2/authorize",
    ])
  })

  test("an id rounded by JSON is rejected", async () => {
    standIn.setPerson({ id: "9", nickname: "豆", avatar: "" })
    const answers = ['{"access_token":"t","token_type":"bearer"}', '{"id":12345678901234567890,"name":"豆"}']
    const other = createOauth({ fetch: async () => new Response(answers.shift(), { headers: { "content-type": "application/json" } }) })
    const error = await refusal(
      other.identify({ ...standIn.client, type: oauthTypes.github }, { code: "c", redirectUri, verifier: "v".repeat(43) }),
      [],
    )
    expect(error.fault).toBe("unproven")
  })
})

describe("profile fields", () => {
  test.each([null, undefined, "", 0, 1.5, {}, [], true, "a b", "a\u0000", "x".repeat(256), Number.MAX_SAFE_INTEGER + 1])(
    "%j is not an id",
    (value) => {
      expect(() => idText(value)).toThrow("没有通过校验")
    },
  )
  test("ids are text", () => expect([idText(10086), idText("oAbC-_1"), idText("用户")]).toEqual(["10086", "oAbC-_1", "用户"]))
  test("names are one line without control characters", () => {
    expect(nameText("", null, "  小\n豆\u202e ")).toBe("小 豆")
    expect(nameText(5, undefined)).toBe("")
    expect([...nameText("👨‍👩‍👧".repeat(50))].length).toBe(64)
    expect(nameText("👨‍👩‍👧")).toBe("👨‍👩‍👧")
  })
  test("a picture with an address other than https is dropped", () => {
    expect(
      ["http://a.example/x.png", "javascript:alert(1)", "data:image/png;base64,x", "//a.example/x", "https://u:p@a.example/", 5].map(
        (one) => avatarUrl(one),
      ),
    ).toEqual(["", "", "", "", "", ""])
    expect(avatarUrl("", "http://thirdqq.qlogo.cn/g?b=1")).toBe("https://thirdqq.qlogo.cn/g?b=1")
    expect(avatarUrl("http://evilqlogo.cn/g")).toBe("")
  })
  test("an address is verified only by the value true [security: 6.8.1]", () => {
    expect(emailOf("a@b.cn", "true")).toEqual({ email: "a@b.cn", email_verified: false })
    expect(emailOf("a@b.cn", true)).toEqual({ email: "a@b.cn", email_verified: true })
    expect([emailOf("a b@c.cn", true), emailOf(null, true)]).toEqual([{}, {}])
  })
  test("nested fields are read, inherited ones are not [security: 15.3.6]", () => {
    expect(fieldOf({ data: { id: 5 } }, "data.id")).toBe(5)
    expect([fieldOf({ data: null }, "data.id"), fieldOf({}, "constructor.name"), fieldOf({ id: "x" }, "id.length")]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe("provider settings", () => {
  test("every type of the API except the mini-program has settings, under the names of the API", () => {
    const types = Object.entries(oauthTypes).map(([name, type]) => `${type} ${name}`)
    expect(oauthProviders.map(({ type, name }) => `${type} ${name}`).toSorted()).toEqual(types.toSorted())
    expect(oauthProviders.map(({ group }) => group).toSorted()).toEqual(Object.keys(oauthSettings).toSorted())
    expect([isOauthType(5), isOauthType(8), isOauthType(9)]).toEqual([false, true, false])
    expect(JSON.stringify(OauthType)).toContain("自定义")
  })
  test("none is public, and the secret is a password", () => {
    for (const { settings } of oauthProviders) {
      expect(Object.values(settings).filter((one) => one.public)).toEqual([])
      expect(settings.client_secret?.kind).toBe("password")
    }
  })
})
