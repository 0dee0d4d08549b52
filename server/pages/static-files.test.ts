import { randomBytes } from "node:crypto"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer, request, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { createStaticFiles } from "./static-files"

const compressions = vi.hoisted(() => ({ count: 0 }))
vi.mock("../wire/compressed", async (original) => {
  const real = await original<typeof import("../wire/compressed")>()
  return {
    ...real,
    compress: (...given: Parameters<typeof real.compress>) => {
      compressions.count++
      return real.compress(...given)
    },
  }
})

let root: string
let server: Server
const script = `/* ${randomBytes(2_000).toString("hex")} */`

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "static-"))
  await mkdir(join(root, ".next", "static", "chunks"), { recursive: true })
  await mkdir(join(root, "public", "icons"), { recursive: true })
  await writeFile(join(root, ".next", "static", "chunks", "a.js"), script)
  await writeFile(join(root, "public", "icon.svg"), "<svg/>")
  await writeFile(join(root, "public", "secret.env"), "SECRET=1")
  await writeFile(join(root, "outside.json"), "{}")
  const serve = createStaticFiles(root)
  server = createServer(async (req, res) => {
    if (!(await serve(req, res, (req.url ?? "").split("?")[0]!))) res.writeHead(404).end()
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
  await rm(root, { recursive: true })
})

/** Sends the path unchanged, because `fetch` would normalize it. */
const get = (path: string): Promise<{ status: number; body: string }> =>
  new Promise((done, fail) => {
    const out = request({ port: (server.address() as AddressInfo).port, path }, async (reply) => {
      const chunks: Buffer[] = []
      for await (const chunk of reply as AsyncIterable<Buffer>) chunks.push(chunk)
      done({ status: reply.statusCode ?? 0, body: Buffer.concat(chunks).toString("utf8") })
    })
    out.on("error", fail).end()
  })

test("a file is compressed once, in any spelling of its address and for any number of parallel requests [security: static-paths, 15.2.2]", async () => {
  const spellings = [
    "/_next/static/chunks/a.js",
    "/_next/static//chunks/a.js",
    "/_next/static/./chunks/a.js",
    "/_next/static/chunks/../chunks/a.js",
    "/_next/static/chunks/x/../a.js",
    "/_next/static/%63hunks/a.js",
    "/_next/static/chunks%2Fa.js",
    "/_next/static/chunks/%2e/a.js",
    ...Array.from({ length: 40 }, (_, at) => `/_next/static/${"./".repeat(at)}chunks/a.js`),
  ]
  compressions.count = 0
  const replies = await Promise.all(spellings.map(get))
  expect(new Set(replies.map(({ status, body }) => `${status} ${body === script}`))).toEqual(new Set(["200 true"]))
  await Promise.all(spellings.map(get))
  expect(compressions.count).toBe(1)
})

test("files outside the folders, or of another type, are not found [security: 13.4.3]", async () => {
  for (const path of [
    "/../outside.json",
    "/..%2foutside.json",
    "/%2e%2e/outside.json",
    "/_next/static/../../outside.json",
    "/_next/static/..%2f..%2foutside.json",
    "/_next/static/../../public/icon.svg",
    "/secret.env",
    "/icons.svg",
    "/%E0%A4.svg",
    "/icon.svg%00.svg",
    "/%00/icon.svg",
    "/icons",
  ])
    expect({ path, status: (await get(path)).status }).toEqual({ path, status: 404 })
  expect(await get("/icon.svg")).toEqual({ status: 200, body: "<svg/>" })
})
