import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { gunzipSync } from "node:zlib"
import { afterEach, beforeEach, expect, test } from "vitest"
import { createLog } from "../../server/security/log"
import { directSanitizer } from "../../server/ports/sanitizer/direct.sanitizer"
import { startRemote } from "../../server/remote/start"
import { articleRow, documentRow } from "./rows"
import { startStrictServer, type StrictServer } from "./strict-server"

/* The sitemap in front of an existing server, whose own names other addresses, if it has one. */

let server: StrictServer
let front: Server
const category = (id: number, more: object = {}) => ({ id, title: `分类 ${id}`, type: 0, enable: true, ...more })
const rows = (count: number, row: object, name: string) =>
  Array.from({ length: count }, (_, at) => ({ ...row, id: at + 1, [name]: `${name}-${at + 1}` }))
let domain = ""

beforeEach(async () => {
  domain = "https://wenku.example"
  server = await startStrictServer(
    {
      "/document": rows(1_250, documentRow, "uuid"),
      "/article": rows(3, articleRow, "identifier"),
      "/category": [category(1), category(2, { enable: false })],
    },
    [],
    { "GET /settings": () => ({ data: { system: { domain } } }) },
  )
  const { listener } = startRemote({
    api: `${server.url}/api/v1`,
    dialect: "community",
    trustedProxies: [],
    onStrangeProxy: () => undefined,
    log: createLog("silent"),
    version: "0",
    sanitizer: directSanitizer(),
  })
  const serve = listener(async (_req, res) => void res.writeHead(200).end("a page of ours"))
  front = createServer((req, res) => void serve(req, res))
  await new Promise<void>((done) => front.listen(0, "127.0.0.1", done))
})
afterEach(async () => {
  front.close()
  front.closeAllConnections()
  await server.close()
})

const get = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${(front.address() as AddressInfo).port}${path}`, init)
const part = async (name: string) => gunzipSync(Buffer.from(await (await get(`/sitemap/${name}.xml.gz`)).arrayBuffer())).toString()
const placesIn = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)

test("names every document, article and category once, at the addresses of this site", async () => {
  const reply = await get("/sitemap.xml")
  expect([reply.status, reply.headers.get("content-type"), reply.headers.get("cache-control")]).toEqual([
    200,
    "application/xml; charset=utf-8",
    "public, max-age=3600",
  ])
  const names = ["pages", "documents-1", "documents-2", "articles-1"]
  expect(placesIn(await reply.text())).toEqual(names.map((name) => `${domain}/sitemap/${name}.xml.gz`))
  expect(placesIn(await part("pages"))).toEqual([`${domain}/`, `${domain}/category`, `${domain}/article`, `${domain}/category/1`])
  const documents = [...placesIn(await part("documents-1")), ...placesIn(await part("documents-2"))]
  expect([documents.length, new Set(documents).size, documents[0]]).toEqual([1_250, 1_250, `${domain}/document/uuid-1`])
  expect(placesIn(await part("articles-1"))).toContain(`${domain}/article/identifier-3`)
  expect(await part("articles-1")).toContain("<lastmod>2026-11-22T15:54:51.000Z</lastmod>")
})

test("a part is read once, however many ask for it", async () => {
  await Promise.all([part("articles-1"), part("articles-1"), part("articles-1")])
  const count = server.count("GET /article/list")
  await part("articles-1")
  expect([count, server.count("GET /article/list")]).toEqual([4, 4])
})

test("parts that do not exist are missing, and without a domain nothing is cached", async () => {
  for (const path of ["/sitemap/documents-9.xml.gz", "/sitemap/documents-0.xml.gz", "/sitemap/users-1.xml.gz", "/sitemap/x"])
    expect((await get(path)).status, path).toBe(404)
  domain = ""
  const reply = await get("/sitemap.xml")
  expect(reply.headers.get("cache-control")).toBe("private, no-store")
  expect(placesIn(await reply.text())[0]).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/sitemap\/pages\.xml\.gz$/)
})

test("while the server is away, the sitemap is unavailable and not empty", async () => {
  await server.close()
  expect((await get("/sitemap.xml")).status).toBe(502)
  server = await startStrictServer({})
})
