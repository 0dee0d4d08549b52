import { beforeAll, expect, test } from "vitest"
import type { Input } from "@/lib/contract/types"
import { createCtx } from "@/server/context"
import { completeJob, fillEmptyIndex, rebuildJob } from "@/server/modules/library/search/index.jobs"
import { saveSettings } from "@/server/modules/site/settings/settings.usecases"
import { directAnalyser } from "@/server/ports/search/direct-analyser"
import { createOpenSearch } from "@/server/ports/search/opensearch.search"
import { openSearchStandIn } from "@/server/ports/search/testing/opensearch.stand-in"
import { closeAtTheEnd } from "../../setup/opened"
import { testApp, until, type TestApp } from "../../setup/test-app"

let app: TestApp
let engine: Awaited<ReturnType<typeof openSearchStandIn>>

beforeAll(async () => {
  engine = await openSearchStandIn()
  closeAtTheEnd(() => engine.close())
  app = await testApp({ search: createOpenSearch({ url: engine.url, alias: "library", analyser: directAnalyser() }) })
  await app.startWorkers(1)
  const admin = await app.admin()
  const article = { title: "字体的历史", content: "<p>活字印刷与字体</p>", keywords: "活字" }
  expect(await app.call("POST /article", article, admin)).toMatchObject({ ok: true })
  await until(async () => (await total("活字印刷")) === 1)
  await rebuildJob.run(createCtx(app), {}, new AbortController().signal)
})

const total = async (wd: string) => {
  const reply = await app.call("GET /search", { wd })
  if (!reply.ok) throw new Error(reply.message)
  return reply.data.total
}

test("a site with its own search engine finds, suggests and highlights", async () => {
  const reply = await app.call("GET /search", { wd: "印刷", type: -1 })
  expect(reply).toMatchObject({ ok: true, data: { total: 1, document: [{ doc_type: 1, snippet: "活字<em>印刷</em>与字体" }] } })
  expect(await app.call("GET /search/suggest", { wd: "ziti" })).toMatchObject({ ok: true, data: { suggestion: [{ text: "字体的历史" }] } })
})

const search = async (input: Input<"GET /search">) => {
  const reply = await app.call("GET /search", input)
  if (!reply.ok) throw new Error(reply.message)
  return { ...reply.data, titles: reply.data.document.map(({ title }) => title.replace(/<\/?em>/g, "")) }
}

/** Calls are refused for some seconds after the engine has not answered. */
const recover = async () => {
  engine.answerLike("normal")
  await until(async () => (await search({ wd: "字体", type: -1 })).omission !== "texts")
}

test("while the search engine is unavailable a search finds titles, suggestions fail, and the rest of the site works", async () => {
  engine.answerLike("closed")
  try {
    expect(await search({ wd: "字体 历史", type: -1 })).toMatchObject({ total: 1, omission: "texts", titles: ["字体的历史"], record: "" })
    expect(await search({ wd: "字体的", type: 1 })).toMatchObject({ total: 1, omission: "texts" })
    expect(await search({ wd: "活字印刷" })).toMatchObject({ total: 0, omission: "texts" })
    expect(await search({ wd: "字体", type: 0 })).toMatchObject({ total: 0, omission: "texts" })
    expect(await search({ wd: "字体", category_id: [999] })).toMatchObject({ total: 0 })
    expect(await app.call("GET /search/suggest", { wd: "字体" })).toEqual({ ok: false, status: 503, message: "搜索暂时用不了，请稍后再试" })
    expect(await app.call("GET /article/list", {})).toMatchObject({ ok: true })
    await fillEmptyIndex(createCtx(app))
  } finally {
    await recover()
  }
  expect(await search({ wd: "字体", type: -1 })).toMatchObject({ total: 1, omission: "" })
})

test("popular searches wait for a hanging search engine less than a second", async () => {
  await saveSettings(createCtx(app), "system", { recommend_words: "字体,活字,印刷" })
  engine.answerLike("silent")
  try {
    const started = performance.now()
    const reply = await app.call("GET /search/suggest", {})
    expect(reply).toMatchObject({ ok: true, data: { hot: ["字体", "活字", "印刷"] } })
    expect(performance.now() - started).toBeLessThan(1_000)
  } finally {
    await recover()
  }
})

test("staff read on the dashboard that the index is locked, and that the engine is unavailable", async () => {
  const admin = await app.admin()
  const notices = async () => {
    const reply = await app.call("GET /stats", {}, admin)
    if (!reply.ok) throw new Error(reply.message)
    return (reply.data.notices ?? []).join()
  }
  expect(await notices()).not.toContain("OpenSearch")
  engine.breakDown({ blocked: true })
  expect(await notices()).toContain("OpenSearch 索引被锁成只读")
  expect(await app.call("GET /config/search/test", {}, admin)).toMatchObject({ ok: true, data: { error: expect.stringContaining("只读") } })
  engine.breakDown({})
  engine.answerLike("page")
  expect(await notices()).toContain("SEARCH_URL")
  await recover()
})

test("with a malformed SEARCH_URL titles are found, and staff read which variable is wrong", async () => {
  const url = "https://library:hunter/2@search.example.com:9200"
  const other = await testApp({ search: createOpenSearch({ url, alias: "library", analyser: directAnalyser() }) })
  const admin = await other.admin()
  expect(await other.call("POST /article", { title: "字体的历史", content: "<p>活字印刷</p>", keywords: "活字" }, admin)).toMatchObject({
    ok: true,
  })
  await fillEmptyIndex(createCtx(other))
  expect(await other.call("GET /search", { wd: "字体的历史", type: 1 })).toMatchObject({ ok: true, data: { total: 1, omission: "texts" } })
  const named = expect.stringMatching(/^(?!.*hunter).*SEARCH_URL/) as string
  expect(await other.call("GET /config/search/test", {}, admin)).toMatchObject({ ok: true, data: { error: named } })
  expect(await other.call("GET /stats", {}, admin)).toMatchObject({ ok: true, data: { notices: expect.arrayContaining([named]) } })
})

test("an index that is lost while the site runs is filled again, and searches say so until then", async () => {
  engine.lose()
  expect(await search({ wd: "活字印刷", type: -1 })).toMatchObject({ total: 0, omission: "building" })
  await completeJob.run(createCtx(app), {}, new AbortController().signal)
  await until(async () => (await search({ wd: "活字印刷", type: -1 })).omission === "")
  expect(await total("活字印刷")).toBe(1)
})

test("two processes that find an incomplete index build it once", async () => {
  engine.lose()
  await app.search.condition()
  const run = () => rebuildJob.run(createCtx(app), { needed: true }, new AbortController().signal)
  await Promise.all([run(), run()])
  // a second rebuild would have replaced the first generation
  expect(Object.keys(engine.list())).toEqual(["library-1"])
  expect(await total("活字印刷")).toBe(1)
})

test("an empty index is filled when the site starts", async () => {
  const id = await app.search.known(1, 1, 100)
  await app.search.remove(id.map((one) => ({ kind: 1, id: one })))
  expect(await total("活字印刷")).toBe(0)
  await fillEmptyIndex(createCtx(app))
  await until(async () => (await total("活字印刷")) === 1)
})
