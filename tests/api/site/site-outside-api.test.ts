import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Stream } from "@/lib/contract/streams"
import { createCtx } from "@/server/context"
import { bodyOf } from "@/server/wire/api"
import { createEndpoints } from "@/server/wire/endpoints"
import { createListener } from "@/server/wire/listener"
import { streamFinder } from "@/server/wire/streams"
import { saveSettings } from "@/server/modules/site/settings/settings.usecases"
import { testApp, type TestApp } from "../../setup/test-app"

const entries = {
  "POST /callback/example": {
    title: "通知",
    access: "public",
    limit: { points: 1, seconds: 60, by: "place" },
    allowedWhileClosed: true,
    outsideApi: true,
    about: "JSON",
  },
  "GET /callback/person": { title: "本人", access: "login", outsideApi: true, about: "文本" },
} as const satisfies Record<string, Stream>

let app: TestApp
let server: Server
let base = ""

beforeAll(async () => {
  app = await testApp({ limitScale: 2 })
  const find = streamFinder(
    [
      { stream: "POST /callback/example", serve: async (_, { req, res }) => void res.end(JSON.stringify(await bodyOf(req))) },
      { stream: "GET /callback/person", serve: async (ctx, { res }) => void res.end(ctx.user.username) },
    ],
    entries,
  )
  const serve = createEndpoints(app, find, () => "203.0.113.9")
  const listener = createListener(async (req, res, path, query) => {
    if ((await serve({ req, res, path, query })) === null) res.writeHead(404).end("a page's")
  }, app.log)
  server = createServer((req, res) => void listener(req, res)).listen(0, "127.0.0.1")
  await new Promise((done) => server.once("listening", done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.closeAllConnections())

const notify = (path = "/callback/example") =>
  fetch(`${base}${path}`, { method: "POST", headers: { "content-type": "application/json" }, body: '{"paid":1}' })

test("a call from another server to an address outside the API is answered, also while the site is closed, and counted", async () => {
  await saveSettings(createCtx(app), "security", { is_close: true })
  const reply = await notify()
  expect([reply.status, await reply.text()]).toEqual([200, '{"paid":1}'])
  expect((await notify()).status).toBe(200)
  expect((await notify()).status).toBe(429)
  expect((await fetch(`${base}/callback/person`)).status).toBe(401)
  await saveSettings(createCtx(app), "security", { is_close: false })
})

test("its declaration decides which users are answered", async () => {
  const person = await app.person()
  const callback = (token: string) => fetch(`${base}/callback/person`, { headers: { authorization: `Bearer ${token}` } })
  expect((await callback("")).status).toBe(401)
  expect(await (await callback(person.token)).text()).toBe(person.username)
})

test("no other address works: neither below the API nor next to the address", async () => {
  expect((await notify("/api/v1/callback/example")).status).toBe(404)
  expect(await (await notify("/callback/example/more")).text()).toBe("a page's")
})
