import { createServer, request, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { Writable } from "node:stream"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { createLog } from "../security/log"
import { createListener } from "./listener"

let lines: Record<string, unknown>[] = []
const sink = new Writable({
  write: (part: Buffer, _encoding, done) => {
    for (const line of part.toString("utf8").split("\n").filter(Boolean)) lines.push(JSON.parse(line) as Record<string, unknown>)
    done()
  },
})
let trusted = true
let server: Server
beforeAll(async () => {
  const listener = createListener(async (_req, res) => void res.end("ok"), createLog("info", sink as never), undefined, {
    ipOf: () => "203.0.113.7",
    isProxy: () => trusted,
  })
  server = createServer((req, res) => void listener(req, res))
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
})
afterAll(() => new Promise((done) => server.close(done)))
beforeEach(() => void (lines = []))

const get = (path: string, headers: Record<string, string> = {}) =>
  new Promise<string>((done, fail) =>
    request({ port: (server.address() as AddressInfo).port, path, headers, agent: false }, (reply) => {
      reply.resume().on("end", () => done(String(reply.headers["x-request-id"])))
    })
      .on("error", fail)
      .end(),
  )

test("every request is one JSON line, with the id that a trusted proxy gave it", async () => {
  trusted = true
  expect(await get("/api/v1/settings?secret=1", { "x-request-id": "proxy-0123456789" })).toBe("proxy-0123456789")
  await expect.poll(() => lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ request: "proxy-0123456789", method: "GET", path: "/api/v1/settings", status: 200, ip: "203.0.113.7" })
  expect(JSON.stringify(lines)).not.toContain("secret=1")
})

test("an id of a stranger, or one that does not look like an id, is replaced", async () => {
  trusted = false
  expect(await get("/", { "x-request-id": "proxy-0123456789" })).toMatch(/^[0-9a-f-]{36}$/)
  trusted = true
  expect(await get("/", { "x-request-id": 'a b\\t"' })).toMatch(/^[0-9a-f-]{36}$/)
})

test("of a hundred images one line is written, which says so", async () => {
  for (let n = 0; n < 200; n++) await get(`/view/page/x/${n}.svg`)
  await expect.poll(() => lines.length).toBe(2)
  expect(lines[0]).toMatchObject({ sample: 100 })
})
