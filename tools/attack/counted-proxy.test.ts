import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, test } from "vitest"
import { closeAtTheEnd } from "../../tests/setup/opened"
import { openCountedProxy } from "./counted-proxy.mjs"

/** A site that accepts only this token; "broken" in the path fails. */
const siteWith = async (token: () => string) => {
  const server = createServer((req, res) => {
    const status = req.url?.includes("broken") ? 500 : req.headers.authorization === `Bearer ${token()}` ? 200 : 401
    res.writeHead(status).end(req.headers["x-forwarded-for"])
  }).listen(0, "127.0.0.1")
  await new Promise((done) => server.once("listening", done))
  closeAtTheEnd(async () => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const statusOf = async (url: string, token: string) => (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status

test("requests beyond the limit do not reach the site, and the limit is reported once", async () => {
  let reports = 0
  const url = await siteWith(() => "a")
  const proxy = await openCountedProxy({ url, max: 2, onLimit: () => (reports += 1), token: "a", renew: async () => "a" })
  const statuses = []
  for (let n = 0; n < 4; n++) statuses.push(await statusOf(proxy.url, "a"))
  proxy.close()
  expect({ statuses, reports, sent: proxy.sent() }).toEqual({ statuses: [200, 200, 503, 503], reports: 1, sent: 2 })
})

test("a request that is too long for a site is refused by the site", async () => {
  const url = await siteWith(() => "a")
  const proxy = await openCountedProxy({ url, max: 1, onLimit: () => undefined, token: "a", renew: async () => "a" })
  const reply = await fetch(`${proxy.url}/${"a".repeat(20_000)}`)
  proxy.close()
  expect([reply.status, proxy.sent()]).toEqual([431, 1])
})

test("a session that the attack has ended is replaced; other tokens stay as they are, and server errors are noted", async () => {
  let valid = "a"
  const url = await siteWith(() => valid)
  const proxy = await openCountedProxy({ url, max: 100, onLimit: () => undefined, token: "a", renew: async () => valid })
  expect(await statusOf(proxy.url, "a")).toBe(200)
  valid = "b"
  expect(await statusOf(proxy.url, "a")).toBe(401)
  expect(await statusOf(proxy.url, "a")).toBe(200)
  expect(await statusOf(proxy.url, "somebody else's")).toBe(401)
  expect(await statusOf(`${proxy.url}/broken`, "a")).toBe(500)
  proxy.close()
  expect(proxy.faults()).toEqual(["GET /broken 500"])
})

test("operations of the API document are counted as reached, also those with values in their path", async () => {
  const operations = ["GET /api/v1/document/{id}", "GET /api/v1/document/list", "POST /api/v1/document/{id}", "GET /api/v1/a.b"]
  const url = await siteWith(() => "a")
  const proxy = await openCountedProxy({ url, max: 9, onLimit: () => undefined, token: "a", renew: async () => "a", operations })
  for (const path of ["/api/v1/document/12?page=1", "/api/v1/document/12/more", "/api/v1/axb"]) await statusOf(`${proxy.url}${path}`, "a")
  proxy.close()
  expect([...proxy.reached()]).toEqual(["GET /api/v1/document/{id}"])
})
