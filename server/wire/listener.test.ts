import { createServer } from "node:http"
import { connect, type AddressInfo } from "node:net"
import pino from "pino"
import { afterEach, expect, test } from "vitest"
import { unavailable } from "../errors"
import { bodyOf } from "./api"
import { createListener, transportSecurity, type Serve } from "./listener"
import { sendJson } from "./send"

type Line = { level: number; path?: string; status?: number; msg: string }
let close: () => void = () => undefined
afterEach(() => close())

/** Starts a listener on the network; returns its log lines and the statuses that it counts. */
const listening = async (serve: Serve) => {
  const lines: Line[] = []
  const counted: number[] = []
  const log = pino({ level: "debug", base: undefined }, { write: (text: string) => void lines.push(JSON.parse(text) as Line) })
  const listener = createListener(serve, log, (_kind, status) => void counted.push(status))
  const server = createServer((req, res) => void listener(req, res)).listen(0, "127.0.0.1")
  await new Promise((done) => server.once("listening", done))
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { port: (server.address() as AddressInfo).port, lines, counted }
}

test("a download link, which is as good as its file, never appears in the log [security: masked-downloads, 16.2.5]", async () => {
  const { port, lines } = await listening(async (_req, res, path) => {
    if (path.endsWith("broken")) throw new Error("broken")
    sendJson(res, 200, {})
  })
  for (const path of [
    "/download/eyJhbGciOiJIUzI1NiJ9.secret.x",
    "/download/eyJhbGciOiJIUzI1NiJ9.broken",
    "/DOWNLOAD/eyJhbGciOiJIUzI1NiJ9.x",
  ])
    await (await fetch(`http://127.0.0.1:${port}${path}?x=eyJhbGciOiJIUzI1NiJ9`)).text()
  await expect.poll(() => lines.length).toBe(4)
  expect(JSON.stringify(lines)).not.toContain("eyJ")
  expect(lines.map(({ path }) => path)).toContain("/download/***")
})

test("a request that the client aborts is logged for debugging, not as an error [security: odd-multipart]", async () => {
  let begun = () => undefined as void
  const reading = new Promise<void>((done) => (begun = done))
  const { port, lines, counted } = await listening(async (req, res) => {
    begun()
    sendJson(res, 200, await bodyOf(req))
  })
  const socket = connect(port, "127.0.0.1")
  socket.write("POST /api/v1/comment HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{")
  await reading
  socket.destroy()
  await expect.poll(() => lines.map(({ msg }) => msg)).toContain("请求中断")
  expect(lines.filter(({ level }) => level > 20)).toEqual([])
  expect(counted).not.toContain(500)
})

test("HSTS over https lasts one year; it includes all subdomains only if the operator says so [security: 3.4.1]", async () => {
  const { port } = await listening(async (_req, res) => sendJson(res, 200, {}))
  const transportHeader = async (headers: Record<string, string>) =>
    (await fetch(`http://127.0.0.1:${port}/`, { headers })).headers.get("strict-transport-security")
  expect(await transportHeader({ "x-forwarded-proto": "https" })).toBe("max-age=31536000")
  expect(await transportHeader({})).toBeNull()
  expect(transportSecurity(true)).toBe("max-age=31536000; includeSubDomains")
})

/** Returns the complete response to a hand-written request: `fetch` does not support TRACE. */
const answerTo = (port: number, request: string) =>
  new Promise<string>((done, fail) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(request))
    let text = ""
    socket.on("data", (chunk) => (text += chunk.toString("utf8"))).on("end", () => done(text))
    socket.on("error", fail)
  })

test("TRACE and every unsupported method return 405 with the supported methods, and echo nothing [security: trace-refused, 13.4.4]", async () => {
  const reached: string[] = []
  const { port } = await listening(async (req, res) => {
    reached.push(req.method ?? "")
    sendJson(res, 200, {})
  })
  for (const method of ["TRACE", "PROPFIND", "PURGE"])
    for (const path of ["/", "/api/v1/user", "/uploads/x"]) {
      const answer = await answerTo(
        port,
        `${method} ${path} HTTP/1.1\r\nhost: a\r\ncookie: doujia_session=mine\r\nconnection: close\r\n\r\n`,
      )
      expect(answer).toMatch(/^HTTP\/1\.1 405 /)
      expect(answer).toMatch(/\r\nallow: GET, HEAD, POST/)
      expect(answer).not.toContain("mine")
    }
  expect(reached).toEqual([])
})

test("an error is a page with a way home for a person who opens an address, and JSON for programs and calls", async () => {
  const { port } = await listening(async () => {
    throw unavailable("网站的<b>数据库</b>没有回应", 5)
  })
  const open = async (path: string, accept: string, method = "GET") => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { accept } })
    return {
      status: reply.status,
      type: reply.headers.get("content-type"),
      retry: reply.headers.get("retry-after"),
      text: await reply.text(),
    }
  }
  const browser = "text/html,application/xhtml+xml,*/*;q=0.8"
  const page = await open("/document/abc", browser)
  expect(page).toMatchObject({ status: 503, type: "text/html; charset=utf-8", retry: "5" })
  expect(page.text).toContain('<a href="/">返回首页</a>')
  expect(page.text).toContain("网站的&lt;b&gt;数据库&lt;/b&gt;没有回应")
  const calls: [path: string, accept: string, method?: string][] = [
    ["/document/abc", "application/json"],
    ["/document/abc", "*/*"],
    ["/api/v1/document", browser],
    ["/document/abc", browser, "POST"],
  ]
  for (const call of calls) {
    const reply = await open(...call)
    expect(reply).toMatchObject({ status: 503, type: "application/json; charset=utf-8" })
    expect(JSON.parse(reply.text)).toMatchObject({ message: "网站的<b>数据库</b>没有回应" })
  }
})
