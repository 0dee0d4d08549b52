import { beforeAll, expect, test } from "vitest"
import { createCtx } from "@/server/context"
import { fillEmptyIndex } from "@/server/modules/library/search/index.jobs"
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

test("while the search engine is unavailable a search fails with an error message, and the rest of the site works", async () => {
  engine.answerLike("closed")
  try {
    for (const key of ["GET /search", "GET /search/suggest"] as const)
      expect(await app.call(key, { wd: "字体" })).toEqual({ ok: false, status: 503, message: "搜索暂时用不了，请稍后再试" })
    expect(await app.call("GET /article/list", {})).toMatchObject({ ok: true })
    await fillEmptyIndex(createCtx(app))
  } finally {
    engine.answerLike("normal")
  }
})

test("an empty index is filled when the site starts", async () => {
  const id = await app.search.known(1, 1, 100)
  await app.search.remove(id.map((one) => ({ kind: 1, id: one })))
  expect(await total("活字印刷")).toBe(0)
  await fillEmptyIndex(createCtx(app))
  await until(async () => (await total("活字印刷")) === 1)
})
