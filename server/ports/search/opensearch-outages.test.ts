import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { beforeEach, expect, test } from "vitest"
import { closeAtTheEnd } from "../../../tests/setup/opened"
import { patience } from "../../../tests/setup/patience"
import { directAnalyser } from "./direct-analyser"
import { addressesOf } from "./opensearch/addresses"
import { createBreaker } from "./opensearch/breaker"
import { createEngine, EngineError } from "./opensearch/engine"
import { adviceOf, malformedAdvice } from "./opensearch/engine-errors"
import { examineEngine } from "./opensearch/health"
import { createOpenSearch } from "./opensearch.search"
import { SearchUnavailable, type SearchEntry, type SearchPort } from "./search.port"
import { entryOf } from "./search.suite"
import { openSearchStandIn } from "./testing/opensearch.stand-in"

let standIn: Awaited<ReturnType<typeof openSearchStandIn>>
let search: SearchPort
const opened = (url = standIn.url) => createOpenSearch({ url, alias: "library", analyser: directAnalyser() })

beforeEach(async () => {
  standIn = await openSearchStandIn()
  search = opened()
  closeAtTheEnd(() => standIn.close())
})

const find = (wd: string, index = search) => index.find({ terms: [wd], filter: {}, sort: "default", offset: 0, limit: 9, now: new Date() })
const entry = (id: number, text: string): SearchEntry => entryOf(id, { pages: [text] })
const all = async function* (entries: SearchEntry[]) {
  yield entries
}
const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  await work().catch(() => undefined)
  return (performance.now() - started) / 1_000
}

test("a new index says that it is incomplete until it has been filled", async () => {
  expect(await search.condition()).toEqual({ complete: false, obsolete: false, trouble: null })
  await search.put([entry(1, "先来的内容"), entry(2, "先来的内容")])
  expect(await find("先来")).toMatchObject({ total: 2, omission: "building" })
  expect(await examineEngine(standIn.url, "library")).toMatchObject({
    works: false,
    message: "一切正常；索引还不全，网站会自己补齐，在这以前搜索结果会少一些",
  })
  await search.rebuild(all([entry(1, "先来的内容")]))
  expect(await search.condition()).toMatchObject({ complete: true })
  expect(await find("先来")).toMatchObject({ total: 1, omission: "" })
  expect(await opened().condition()).toMatchObject({ complete: true })
  expect(await examineEngine(standIn.url, "library")).toMatchObject({ works: true })
})

test("an index that is lost while the site runs is created again, and is incomplete", async () => {
  await search.rebuild(all([entry(1, "原来的内容")]))
  expect(await find("原来")).toMatchObject({ total: 1, omission: "" })
  standIn.lose()
  expect(await find("原来")).toMatchObject({ total: 0, omission: "building" })
  standIn.lose()
  await search.put([entry(2, "后来的内容")])
  expect(await find("后来")).toMatchObject({ total: 1, omission: "building" })
  standIn.lose()
  await search.remove([{ kind: 0, id: 2 }])
  standIn.lose()
  expect(await search.state()).toMatchObject({ entries: 0 })
  expect(await search.condition()).toMatchObject({ complete: false })
})

test("an index that an earlier version has built is used, and is to be rebuilt", async () => {
  await search.rebuild(all([entry(1, "原来的内容")]))
  standIn.describe("library", { version: 0, complete: true })
  const later = opened()
  expect(await later.condition()).toMatchObject({ complete: true, obsolete: true })
  expect(await find("原来", later)).toMatchObject({ total: 1, omission: "" })
  await later.rebuild(all([entry(1, "原来的内容")]))
  expect(await later.condition()).toMatchObject({ complete: true, obsolete: false })
})

test("an index without its alias, as after a restored snapshot, is used again and counts as incomplete", async () => {
  await search.rebuild(all([entry(1, "原来的内容")]))
  standIn.removeAlias("library")
  const later = opened()
  expect(await find("原来", later)).toMatchObject({ total: 1, omission: "building" })
  expect(await later.condition()).toMatchObject({ complete: false })
  expect(Object.keys(standIn.list())).toEqual(["library-2"])
})

test("a cluster that accepts no more indexes says so", async () => {
  standIn.breakDown({ full: true })
  const error = await find("内容").catch((one: unknown) => one)
  expect(error).toBeInstanceOf(SearchUnavailable)
  expect(error).toMatchObject({ status: 400, permanent: false })
  expect((error as Error).message).toContain("this action would add [2] total shards")
  standIn.breakDown({})
  expect(await find("内容")).toMatchObject({ total: 0 })
})

test("missing shards and an early end are part of the result", async () => {
  await search.rebuild(all([entry(1, "原来的内容")]))
  expect(await find("原来")).toMatchObject({ omission: "" })
  standIn.breakDown({ shards: 1 })
  expect(await find("原来")).toMatchObject({ omission: "shards" })
  standIn.breakDown({ timed_out: true })
  expect(await find("原来")).toMatchObject({ omission: "shards" })
})

test("a locked index and missing shards are reported by the condition and by the doctor", async () => {
  await search.rebuild(all([entry(1, "原来的内容")]))
  standIn.breakDown({ blocked: true })
  expect(await search.condition()).toMatchObject({ trouble: "read_only" })
  expect(await examineEngine(standIn.url, "library")).toMatchObject({ works: false, message: expect.stringContaining("只读") })
  await expect(search.put([entry(2, "新的内容")])).rejects.toMatchObject({ status: 429, permanent: false })
  standIn.breakDown({ shards: 1 })
  expect(await search.condition()).toMatchObject({ trouble: "missing_shards" })
  expect(await examineEngine(standIn.url, "library")).toMatchObject({ works: false, message: expect.stringContaining("缺少分片") })
})

test("a search is answered or refused within two seconds, and later ones are refused at once", async () => {
  await find("内容")
  standIn.answerLike("silent")
  const seconds = await secondsOf(() => Promise.allSettled([find("内容"), find("内容"), find("内容")]))
  expect(seconds).toBeGreaterThan(1.5)
  expect(seconds).toBeLessThan(2.5 * patience)
  const before = standIn.received()
  expect(await secondsOf(() => find("内容"))).toBeLessThan(0.2 * patience)
  expect(standIn.received()).toBe(before)
})

test("a circuit breaker opens after three failures, and lets one call try after its pause", () => {
  let now = 0
  const breaker = createBreaker(() => now)
  for (let n = 0; n < 3; n++) {
    expect(breaker.admits()).toBe(true)
    breaker.failed(now)
  }
  expect(breaker.admits()).toBe(false)
  now = 5_000
  expect([breaker.admits(), breaker.admits()]).toEqual([true, false])
  breaker.failed(now)
  now = 9_999
  expect(breaker.admits()).toBe(false)
  now = 10_000
  expect(breaker.admits()).toBe(true)
  breaker.answered()
  // calls from before the answer say nothing about the engine now
  for (let n = 0; n < 3; n++) breaker.failed(9_000)
  expect([breaker.admits(), breaker.admits()]).toEqual([true, true])
})

test("cut answers and web pages are errors of the engine", async () => {
  await find("内容")
  standIn.answerLike("cut")
  await expect(find("内容")).rejects.toThrow(SearchUnavailable)
  standIn.answerLike("page")
  await expect(find("内容")).rejects.toMatchObject({ name: "EngineError", advice: expect.stringContaining("SEARCH_URL") })
  await expect(opened().state()).rejects.toThrow(SearchUnavailable)
  expect(await examineEngine(standIn.url, "library")).toMatchObject({ works: false, message: expect.stringContaining("SEARCH_URL") })
})

test.each([
  ["no protocol", "search.example.com:9200"],
  ["another protocol", "ftp://search.example.com"],
  ["only a comma", ","],
  ["a slash in the password", "https://library:hunter/2@search.example.com:9200"],
  ["a number sign in the password", "https://library:hunter#2@search.example.com:9200"],
  ["one wrong address of two", "https://search.example.com:9200,https://search.example.com:port"],
])("an address with %s is an outage that names the variable, and not its value", async (_, url) => {
  const index = opened(url)
  const calls = [
    find("内容", index),
    index.state(),
    index.condition(),
    index.put([entry(1, "内容")]),
    index.suggest({ text: "内", limit: 5 }),
  ]
  const results = await Promise.allSettled(calls)
  const refused = { status: "rejected", reason: { name: "EngineError", status: 0, advice: malformedAdvice } }
  expect(results).toMatchObject(calls.map(() => refused))
  expect(results.map((one) => (one.status === "rejected" ? String(one.reason) : "")).join()).not.toContain("hunter")
  expect(await examineEngine(url, "library")).toEqual({ works: false, version: "", message: malformedAdvice })
  expect(addressesOf("https://library:50%@search.example.com")[0]?.host).toBe("search.example.com")
})

test("the reason of a search that fails on all shards is part of its error", async () => {
  await search.put([entry(1, "内容")])
  const query = { terms: ["内容"], filter: {}, sort: "latest", offset: 0, limit: 9, now: new Date() } as const
  const engine = createEngine(standIn.url)
  await expect(engine("POST", "/library/_search", { body: { from: 9_999, size: 10 } })).rejects.toThrow(
    /all shards failed.*Result window is too large/,
  )
  expect(await search.find(query)).toMatchObject({ total: 1 })
})

test("an untrusted certificate names the variable that fixes it", () => {
  const error = Object.assign(new Error("self-signed certificate"), { code: "DEPTH_ZERO_SELF_SIGNED_CERT" })
  expect(adviceOf(error)).toContain("NODE_EXTRA_CA_CERTS")
  expect(adviceOf(Object.assign(new Error("refused"), { code: "ECONNREFUSED" }))).toBe("")
})

test("a password may contain a percent sign and a comma, and counts for every address", () => {
  const [one, other] = addressesOf("http://site:100%,up@first:9200, https://second:9200/search/")
  expect(one).toMatchObject({ base: "http://first:9200", host: "first:9200" })
  expect(other).toMatchObject({ base: "https://second:9200/search", authorization: one!.authorization })
  expect(Buffer.from(one!.authorization.slice(6), "base64").toString()).toBe("site:100%,up")
})

const listening = async (server: Server): Promise<string> => {
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done))
  closeAtTheEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test("an address that is dead, has left its cluster or hangs is replaced by the next one", async () => {
  await search.rebuild(all([entry(1, "原来的内容")]))
  const dead = "http://127.0.0.1:1"
  const apart = await listening(createServer((_, res) => void res.writeHead(503).end(JSON.stringify({ error: "no cluster manager" }))))
  const hanging = await listening(createServer(() => undefined))
  for (const url of [dead, apart, hanging]) {
    const several = opened(`${url},${standIn.url}`)
    const seconds = await secondsOf(async () => expect(await find("原来", several)).toMatchObject({ total: 1 }))
    expect(seconds, url).toBeLessThan(2 * patience)
    expect(await secondsOf(() => find("原来", several))).toBeLessThan(0.5 * patience)
    await several.put([entry(2, "后来的内容")])
    expect(await find("后来", several)).toMatchObject({ total: 1 })
  }
  const health = await examineEngine(`${dead},${standIn.url}`, "library")
  expect(health).toMatchObject({ works: false, message: expect.stringContaining("127.0.0.1:1：") })
  expect(await createEngine(dead)("GET", "/").catch((error: unknown) => error)).toBeInstanceOf(EngineError)
})
