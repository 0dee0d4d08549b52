import { createHash } from "node:crypto"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createCtx } from "@/server/context"
import { saveSettings } from "@/server/modules/site/settings/settings.usecases"
import { createOauth } from "@/server/ports/oauth/create-oauth"
import { startShareStandIn, type ShareStandIn } from "@/server/ports/oauth/testing/share.stand-in"
import { testApp, type TestApp } from "../../setup/test-app"

const now = Date.now()
let share: ShareStandIn
let app: TestApp
const set = (group: Parameters<typeof saveSettings>[1], values: Record<string, string | boolean>) =>
  saveSettings(createCtx(app), group, values as never)

beforeAll(async () => {
  share = await startShareStandIn()
  app = await testApp({ oauth: createOauth({ wechatApi: share.url, allowInsecure: true }), now: () => new Date(now) })
  await set("system", { domain: "https://library.example.org" })
})
afterAll(() => share.close())

describe("sharing inside WeChat", () => {
  const sign = (url: string) => app.call("GET /oauth/wxshare/signature", { url })

  test("an address of this site is signed as WeChat verifies it, without its fragment", async () => {
    await set("oauthOfficialAccount", { ...share.app, enable: false })
    const url = "https://library.example.org/document/1?from=a&n=中"
    const reply = await sign(`${url}#top`)
    expect(reply).toMatchObject({ ok: true, data: { appid: share.app.client_id, timestamp: Math.floor(now / 1000) } })
    const { noncestr, timestamp, signature } = reply.ok ? reply.data : { noncestr: "", timestamp: 0, signature: "" }
    expect(noncestr.length).toBeGreaterThanOrEqual(16)
    expect(signature).toBe(
      createHash("sha1").update(`jsapi_ticket=${share.ticket()}&noncestr=${noncestr}&timestamp=${timestamp}&url=${url}`).digest("hex"),
    )
    expect(JSON.stringify(reply)).not.toContain(share.ticket())
  })

  test.each([
    "https://evil.example.net/document/1",
    "https://library.example.org.evil.net/",
    "https://library.example.org@evil.net/",
    "//library.example.org/",
    "javascript:alert(1)//library.example.org",
    "https://library.example.org:8443/",
    "",
  ])("%s is not an address of this site", async (url) => {
    expect(await sign(url)).toEqual({ ok: false, status: 400, message: "只能为本站的网址签名" })
  })

  test("is empty without an official account: pages are shared like any address", async () => {
    await set("oauthOfficialAccount", { client_id: "", client_secret: "" })
    expect(await sign("https://library.example.org/")).toEqual({
      ok: true,
      status: 200,
      data: { appid: "", timestamp: 0, noncestr: "", signature: "" },
    })
  })
})
