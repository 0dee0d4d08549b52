import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { createCtx } from "@/server/context"
import { saveSettings } from "@/server/modules/site/settings/settings.usecases"
import { callFromWechat } from "@/server/ports/oauth/testing/wechat-server.stand-in"
import { addressOf } from "@/lib/contract/streams"
import { oauthCallbacks } from "@/lib/view/site/settings-screens"
import { siteOf } from "../../setup/site"
import { testApp, type TestApp } from "../../setup/test-app"

/* The official account's server address (docs/decisions/150). */

const token = "Dou1234567890"
const path = addressOf("GET /oauth/officialaccount/token", {})
let app: TestApp
let address: string
const set = (server_token: string) => saveSettings(createCtx(app), "oauthOfficialAccount", { server_token, client_secret: "app secret 9" })
beforeAll(async () => {
  app = await testApp()
  address = `${await siteOf(app)}${path}`
})
beforeEach(() => set(token))

test("the address check of WeChat gets its echo as plain text, also while the site is closed", async () => {
  await saveSettings(createCtx(app), "security", { is_close: true })
  const heard = await callFromWechat(address, { token })
  await saveSettings(createCtx(app), "security", { is_close: false })
  expect(heard).toMatchObject({ status: 200, type: "text/plain; charset=utf-8", body: heard.echostr })
})

test("a message of a follower gets the response that ends it", async () => {
  expect(await callFromWechat(address, { token, message: "<xml><Content>hi</Content></xml>" })).toMatchObject({
    status: 200,
    body: "success",
  })
})

describe("a caller without the token [security: 6.8.2]", () => {
  test.each([
    ["another token", { token: "Other1234567" }],
    ["another nonce than was signed", { token, tamper: { nonce: "1" } }],
    ["another time than was signed", { token, tamper: { timestamp: "1735689601" } }],
    ["no signature", { token, tamper: { signature: "" } }],
    ["a message with another token", { token: "Other1234567", message: "<xml/>" }],
  ])("%s returns 403 and echoes none of the input", async (_, call) => {
    const { status, body, echostr } = await callFromWechat(address, call)
    expect(status).toBe(403)
    expect(body).not.toContain(echostr)
    for (const secret of [token, "app secret 9"]) expect(body).not.toContain(secret)
  })
  test("without a configured token the address does not exist, and an empty token opens nothing", async () => {
    await set("")
    expect((await callFromWechat(address, { token: "" })).status).toBe(404)
  })
})

test("staff see the address, only user 1 sets the token, and no user can read it again", async () => {
  expect(oauthCallbacks.map((one) => one.path)).toContain(path)
  const list = await app.call("GET /config/list", { category: ["oauthOfficialAccount"] }, await app.admin())
  expect(list).toMatchObject({ ok: true })
  expect(JSON.stringify(list)).toContain("server_token")
  expect(JSON.stringify(list)).not.toContain(token)
})
