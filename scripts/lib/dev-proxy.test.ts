import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { connect } from "node:net"
import { text } from "node:stream/consumers"
import { afterEach, expect, test } from "vitest"
import { createProxy } from "./dev-proxy.mjs"

const servers: Server[] = []
const listen = async (server: Server): Promise<number> => {
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  return (server.address() as AddressInfo).port
}
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

const json = (of: (req: IncomingMessage) => object | Promise<object>): RequestListener => {
  return (req, res) => void Promise.resolve(of(req)).then((value) => res.writeHead(200, { "x-from": "it" }).end(JSON.stringify(value)))
}
/** A back end that owns /api, and calls all else a page. */
const backend: RequestListener = (req, res) => {
  if (!req.url!.startsWith("/api")) return void res.writeHead(404, { "x-doujia-page": "1", "x-frame-options": "DENY" }).end()
  json(async () => ({ by: "backend", method: req.method, body: await text(req), forwarded: req.headers["x-forwarded-for"] }))(req, res)
}
const next = json((req) => ({ by: "next", path: req.url, host: req.headers.host, length: req.headers["content-length"] }))

const proxyOf = async (ports: { backend?: () => Promise<number | null>; pages?: () => Promise<number | null> } = {}) => {
  const [back, pages] = [await listen(createServer(backend)), await listen(createServer(next))]
  const port = await listen(createProxy({ backend: async () => back, pages: async () => pages, ...ports }))
  return { url: `http://127.0.0.1:${port}`, port, back }
}

test("the back end answers its addresses, Next the pages, with the back end's headers", async () => {
  const { url } = await proxyOf()
  const call = await fetch(`${url}/api/v1/order`, { method: "POST", body: "甲".repeat(50_000) })
  expect(await call.json()).toEqual({ by: "backend", method: "POST", body: "甲".repeat(50_000) })
  const page = await fetch(`${url}/document/7?a=1`)
  expect(await page.json()).toMatchObject({ by: "next", path: "/document/7?a=1", host: new URL(url).host })
  expect([page.status, page.headers.get("x-frame-options"), page.headers.get("x-doujia-page")]).toEqual([200, "DENY", null])
})

test("a page request with a body reaches Next without it, since the back end has consumed it", async () => {
  const { url } = await proxyOf()
  const reply = await fetch(`${url}/login`, { method: "POST", body: "content" })
  expect(await reply.json()).toEqual({ by: "next", path: "/login", host: new URL(url).host, length: "0" })
})

test("a request waits while the back end restarts; Next's own files do not", async () => {
  let start = (_port: number) => undefined as void
  const started = new Promise<number>((done) => (start = done))
  const { url, back } = await proxyOf({ backend: () => started })
  const waiting = fetch(`${url}/api/v1/settings`)
  expect(await (await fetch(`${url}/_next/static/a.js`)).json()).toMatchObject({ by: "next" })
  start(back)
  expect(await (await waiting).json()).toMatchObject({ by: "backend" })
})

test("a terminated process is a 503 with a hint, and an unresponsive one too", async () => {
  const { url } = await proxyOf({ backend: async () => null })
  const reply = await fetch(`${url}/api/v1/settings`)
  expect([reply.status, await reply.text()]).toEqual([503, "后端没有在运行，原因见终端。"])
  const closed = await listen(createServer())
  servers.pop()!.close()
  const { url: other } = await proxyOf({ backend: async () => closed })
  expect((await fetch(`${other}/api/v1/settings`)).status).toBe(503)
})

test("a web socket is proxied to Next, in both directions", async () => {
  const sockets = createServer()
  sockets.on("upgrade", (req, socket) => {
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nupgrade: ${req.headers.upgrade}\r\nconnection: upgrade\r\n\r\n`)
    socket.on("data", (data) => socket.end(`heard ${data}`))
  })
  const pages = await listen(sockets)
  const { port } = await proxyOf({ pages: async () => pages })
  const socket = connect(port, "127.0.0.1")
  socket.write("GET /_next/webpack-hmr HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n")
  socket.once("data", () => socket.write("hello"))
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 101 [^]*upgrade: websocket[^]*heard hello$/)
})
