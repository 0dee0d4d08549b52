import { createServer, request, type IncomingMessage, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { findBackend } from "../../lib/api/backend"
import { directSanitizer } from "../../server/ports/sanitizer/direct.sanitizer"
import { isSearch } from "../../server/remote/recorded-searches"
import { startRemote } from "../../server/remote/start"
import { createLog } from "../../server/security/log"

/* An existing server records each search that it answers: with the user, the address and the program of the request. */

type Request = { path: string; headers: IncomingMessage["headers"] }
let requests: Request[] = []
const behind = createServer((req, res) => {
  requests.push({ path: (req.url ?? "").split("?")[0]!, headers: req.headers })
  req.resume()
  res.writeHead(200, { "content-type": "application/json" }).end("{}")
})
const fronts: Server[] = []
const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  return (server.address() as AddressInfo).port
}
/** Starts pages that make a search and read an article, as anybody. */
const startFront = async (dialect: "native" | "community") => {
  const { listener, rendersEachVisit } = startRemote({
    api: `http://127.0.0.1:${(behind.address() as AddressInfo).port}/api/v1`,
    dialect,
    trustedProxies: ["127.0.0.1"],
    onStrangeProxy: () => undefined,
    log: createLog("silent"),
    version: "0",
    sanitizer: directSanitizer(),
  })
  const serve = listener(async (_req, res) => {
    await findBackend()!.call("GET /document/search", { wd: "合同" }, "")
    await findBackend()!.call("GET /article/list", {}, "")
    res.end("results")
  })
  const front = createServer((req, res) => void serve(req, res))
  fronts.push(front)
  return { port: await listen(front), rendersEachVisit }
}
const visit = (port: number, path: string) =>
  new Promise<void>((done, fail) => {
    const headers = { cookie: "doujia_session=token-of-lin", "x-forwarded-for": "203.0.113.9", "user-agent": "Firefox" }
    request({ port, path, headers, agent: false }, (reply) => reply.resume().on("end", done))
      .on("error", fail)
      .end()
  })
const seen = (path: string) =>
  requests
    .filter((one) => one.path === `/api/v1${path}`)
    .map(({ headers }) => [headers.authorization, headers["x-forwarded-for"], headers["user-agent"], headers["sec-purpose"]])
const nobody = [undefined, undefined, expect.stringContaining("axios"), "prefetch"]

beforeAll(() => listen(behind))
beforeEach(() => void (requests = []))
afterAll(() => {
  for (const server of [behind, ...fronts]) {
    server.close()
    server.closeAllConnections()
  }
})

test("a page of results makes its search in the visitor's name, and everything else in nobody's", async () => {
  const { port, rendersEachVisit } = await startFront("community")
  await visit(port, "/search?wd=%E5%90%88%E5%90%8C")
  expect(seen("/document/search")).toEqual([["Bearer token-of-lin", "203.0.113.9", "Firefox", undefined]])
  expect(seen("/article/list")).toEqual([nobody])
  requests = []
  await visit(port, "/category/5")
  expect(seen("/document/search"), "outside a page of results").toEqual([nobody])
  expect(await rendersEachVisit("/search?wd=a")).toBe(true)
  expect(await rendersEachVisit("/category/5")).toBe(false)
})

test("another site of this program is told by the page that is shown, so its results are cached", async () => {
  const { port, rendersEachVisit } = await startFront("native")
  await visit(port, "/search?wd=%E5%90%88%E5%90%8C")
  expect(seen("/document/search")).toEqual([nobody])
  expect(await rendersEachVisit("/search?wd=a")).toBe(false)
})

test.each([
  ["/search?wd=a", true],
  ["/search?type=1&wd=a", true],
  ["/search?wd=a&page=2&_rsc=1x2y", true],
  ["/opds/search.xml?wd=a", true],
  ["/search?wd=", false],
  ["/search?", false],
  ["/search?type=1", false],
  ["/opds/index.xml?wd=a", false],
])("%s makes a search: %s", (url, searches) => {
  expect(isSearch(url)).toBe(searches)
})
