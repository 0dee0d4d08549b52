import { describe, expect, test } from "vitest"
import { oauthProviders } from "../../contract/people/oauth.providers"
import { oauthNameOf, oauthTypeOf, offeredHere } from "./oauth"
import { authorizeUrl } from "./oauth-authorize"
import { ownPath } from "../../rules/path"

const config = {
  type: 4,
  name: "GitHub",
  label: "",
  icon: "",
  enable: true,
  client_id: "a b&c",
  redirect_url: "https://x.example/oauth/github?a=1&b=2",
  authorize_url: "",
}

describe("names in /oauth/{name}", () => {
  test("match the contract", () => {
    for (const { type, name } of oauthProviders) expect([oauthTypeOf(name), oauthNameOf(type)]).toEqual([type, name])
  })
  test.each(["", "GitHub", "toString", "__proto__", "wechatmp", "miniprogram"])("%j is not a provider name", (name) =>
    expect(oauthTypeOf(name)).toBeNull(),
  )
})

test("WeChat's QR login is offered outside WeChat, its official account only inside", () => {
  const all = [{ type: 2 }, { type: 8 }, { type: 4 }]
  expect(offeredHere(all, "Mozilla/5.0")).toEqual([{ type: 2 }, { type: 4 }])
  expect(offeredHere(all, "Mozilla/5.0 MicroMessenger/8.0")).toEqual([{ type: 8 }, { type: 4 }])
  expect(offeredHere([{ type: 2 }], "Mozilla/5.0 MicroMessenger/8.0")).toEqual([{ type: 2 }])
})

describe("the authorization address that older back ends leave to their clients", () => {
  test("is encoded, keeps WeChat's parameter order, and carries the state", () => {
    const url = new URL(authorizeUrl(config, "https://own.example", "github", "s t"))
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: "a b&c",
      redirect_uri: config.redirect_url,
      response_type: "code",
      scope: "read:user",
      state: "s t",
    })
    const wechat = authorizeUrl({ ...config, type: 2, redirect_url: "" }, "https://own.example", "wechat", "s")
    expect(wechat).toBe(
      "https://open.weixin.qq.com/connect/qrconnect?appid=a%20b%26c&redirect_uri=https%3A%2F%2Fown.example%2Foauth%2Fwechat&response_type=code&scope=snsapi_login&state=s#wechat_redirect",
    )
  })
  test("of the custom provider is its own, and must be http", () => {
    expect(
      authorizeUrl({ ...config, type: 6, authorize_url: "https://id.example/a?tenant=1" }, "https://own.example", "custom", "s"),
    ).toMatch(/^https:\/\/id\.example\/a\?tenant=1&client_id=/)
    for (const at of ["", "javascript:alert(1)", "data:text/html,x"])
      expect(authorizeUrl({ ...config, type: 6, authorize_url: at }, "https://own.example", "custom", "s")).toBe("")
  })
  test("is empty without a client id", () =>
    expect(authorizeUrl({ ...config, client_id: "" }, "https://own.example", "github", "s")).toBe(""))
})

describe("a redirect as a browser resolves it", () => {
  test.each([
    "//evil.cn",
    "/\\evil.cn",
    "/.//evil.cn",
    "/a/..//evil.cn",
    "/%2e//evil.cn",
    "/\t/evil.cn",
    "\\/evil.cn",
    "https:evil.cn",
    "javascript:alert(1)",
    "/x/../oauth/github",
    "/./login",
    "/login#x",
    "/register/?a",
    "/oauth",
    " /me",
  ])("%j becomes /me", (redirect) => {
    expect(ownPath(redirect)).toBe("/me")
  })
  test.each(["/", "/search?wd=%E4%B8%AD&type=0", "/document/a#page=3", "/oauths", "/me/profile?tab=oauth"])("%j is unchanged", (redirect) =>
    expect(ownPath(redirect)).toBe(redirect),
  )
})
