import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { createOauth } from "./create-oauth"
import { OauthError } from "./oauth.port"
import { startShareStandIn, type ShareStandIn } from "./testing/share.stand-in"

let standIn: ShareStandIn
let now = 0
beforeAll(async () => {
  standIn = await startShareStandIn()
})
afterAll(() => standIn.close())
beforeEach(() => {
  standIn.calls.length = 0
  standIn.refuse(null)
})
const share = () => createOauth({ wechatApi: standIn.url, allowInsecure: true, timeout: 300, now: () => new Date(now) })
const fault = (asking: Promise<unknown>) =>
  asking.then(
    () => "none",
    (error: unknown) => (error instanceof OauthError ? error.fault : String(error)),
  )
const oneRound = ["POST /cgi-bin/stable_token", "GET /cgi-bin/ticket/getticket"]

test("one ticket is shared until shortly before it expires, also by parallel requests", async () => {
  const { jsTicket } = share()
  const tickets = await Promise.all(Array.from({ length: 5 }, () => jsTicket(standIn.app)))
  expect(new Set(tickets)).toEqual(new Set([standIn.ticket()]))
  now += 6_800_000
  await jsTicket(standIn.app)
  expect(standIn.calls).toEqual(oneRound)
  now += 200_000
  expect(await jsTicket(standIn.app)).toBe(standIn.ticket())
  expect(standIn.calls).toEqual([...oneRound, ...oneRound])
})

test.each([
  [40125, "config"],
  [40164, "config"],
  [-1, "unavailable"],
  [45009, "unavailable"],
])("error %d is %s", async (code, expected) => {
  standIn.refuse(code)
  expect(await fault(share().jsTicket(standIn.app))).toBe(expected)
})

test("a wrong secret is a configuration error, and is not retried for a minute", async () => {
  const { jsTicket } = share()
  const wrong = { ...standIn.app, client_secret: "another" }
  expect([await fault(jsTicket(wrong)), await fault(jsTicket(wrong))]).toEqual(["config", "config"])
  expect(standIn.calls).toHaveLength(1)
  expect(await jsTicket(standIn.app), "put right, it works at once").toBe(standIn.ticket())
})

test("a missing response times out", async () => {
  standIn.refuse("hang")
  expect(await fault(share().jsTicket(standIn.app))).toBe("unavailable")
})

test("by default it calls the servers of WeChat", async () => {
  const urls: string[] = []
  const send: typeof fetch = async (url) => {
    urls.push(String(url))
    throw new Error("no network here")
  }
  expect(await fault(createOauth({ fetch: send }).jsTicket(standIn.app))).toBe("unavailable")
  expect(urls).toEqual(["https://api.weixin.qq.com/cgi-bin/stable_token"])
})
