import { inArray } from "drizzle-orm"
import { beforeAll, describe, expect, test, vi } from "vitest"
import { createCtx } from "@/server/context"
import { documentTable } from "@/server/modules/library/document/document.table"
import { indexJob } from "@/server/modules/library/search/index.jobs"
import { reconcileIndex, settleIndex } from "@/server/modules/library/search/indexing.usecases"
import { searchWorld } from "../../setup/search-world"
import { until, type TestUser, type TestApp } from "../../setup/test-app"

const { world, publish, indexed, searchResult } = searchWorld()
let app: TestApp
let owner: TestUser
let admin: TestUser
beforeAll(() => void ({ app, owner, admin } = world))

describe("GET /search", () => {
  test("a title that equals the query comes first; few results are counted and sorted completely", async () => {
    await publish("山中漫游记事", "山中漫游")
    await publish("山中漫游", "别的内容")
    await indexed("山中漫游", 2)
    const result = await searchResult({ wd: "山中漫游" })
    expect(result).toMatchObject({ total: 2, total_approximate: false, sampled: 0 })
    expect(result.document.map(({ title }) => title)).toEqual(["<em>山中漫游</em>", "<em>山中漫游</em>记事"])
    expect(await searchResult({ wd: "山中漫游", page: 1_001 }), "beyond the last page").toMatchObject({ total: 2, document: [] })
  })

  test("a single character finds its page and a snippet", async () => {
    await publish("鲲", "北冥有鱼，其名为鲲")
    await indexed("鲲", 1)
    expect((await searchResult({ wd: "鲲" })).document[0]).toMatchObject({
      page: 1,
      snippet: expect.stringContaining("北冥有鱼，其名为<em>鲲</em>"),
    })
  })

  test("waiting changes of documents and articles are written together", async () => {
    const { document } = await searchResult({ wd: "字体" })
    const changes = document.map(({ doc_type, uuid, identifier }) =>
      doc_type === 1 ? { what: "article" as const, id: identifier } : { what: "document" as const, id: uuid },
    )
    expect(new Set(changes.map(({ what }) => what)).size).toBe(2)
    const put = vi.spyOn(app.search, "put")
    await indexJob.batch!.run(createCtx(app), [...changes, { what: "document", id: "unknown" }], AbortSignal.timeout(5_000))
    expect(put.mock.calls.map(([entries]) => entries.length)).toEqual([1, 1])
    put.mockRestore()
  })

  test("only the beginning of a very long article is searched for a snippet, because that blocks all other requests [security: 15.2.2]", async () => {
    const long = "湖边的豆架子。".repeat(10_000)
    const write = (title: string, content: string) => app.call("POST /article", { title, content: `<p>${content}</p>` }, admin)
    expect(await write("早说", `紫云英开了。${long}`)).toMatchObject({ ok: true })
    expect(await write("晚说", `${long}紫云英开了。`)).toMatchObject({ ok: true })
    await indexed("紫云英", 2)
    const hits = (await searchResult({ wd: "紫云英", type: 1 })).document
    const snippets = Object.fromEntries(hits.map(({ title, snippet }) => [title, snippet.slice(0, 20)]))
    expect(snippets).toEqual({ 早说: "<em>紫云英</em>开了。湖边的豆架", 晚说: "" })
  })

  test("finds documents, articles, or both", async () => {
    const titles = async (input: object) =>
      (await searchResult({ wd: "字体", ...input })).document.map((hit) => `${hit.doc_type} ${hit.title}`)
    const [document, article] = ["0 <em>字体</em>设置指南", "1 <em>字体</em>的历史"]
    expect((await titles({ type: -1 })).toSorted()).toEqual([document, article])
    expect((await titles({})).toSorted()).toEqual([document, article])
    expect(await titles({ type: 0 })).toEqual([document])
    expect(await titles({ type: 1 })).toEqual([article])
  })

  test("titles are escaped text with highlights only [security: 1.1.2]", async () => {
    expect((await searchResult({ wd: "第一册", type: 0 })).document[0]!.title).toBe("读书笔记 &lt;b&gt;<em>第一册</em>&lt;/b&gt;")
  })

  test("a facet count ignores the condition of its own facet", async () => {
    const { document, agg_fee, agg_ext } = await searchResult({ wd: "字体", type: 0, fee_type: "free" })
    expect(document).toEqual([])
    expect(agg_fee).toEqual([{ fee_type: "charge", count: 1 }])
    expect(agg_ext).toEqual([])
  })

  test("returns the page of the match and the text around it", async () => {
    const [hit] = (await searchResult({ wd: "2页先讲", type: 0 })).document
    expect(hit).toMatchObject({ title: "字体设置指南", page: 2, snippet: "第 <em>2 页 先讲</em>安装，再讲字体设置的步骤" })
    const [article] = (await searchResult({ wd: "字体a<b", type: 1 })).document
    expect(article).toMatchObject({ page: 0, snippet: "活字印刷&amp;<em>字体 a &lt; b</em> PostgreSQL" })
  })

  test("finds a misspelled word, a title by its sound, and words that are not adjacent", async () => {
    expect(await searchResult({ wd: "postgrasql" })).toMatchObject({
      total: 1,
      corrected: "postgresql",
      document: [{ title: "字体的历史" }],
    })
    for (const wd of ["zitishezhi", "ztszzn"])
      expect(await searchResult({ wd })).toMatchObject({ total: 1, document: [{ title: "字体设置指南" }] })
    expect(await searchResult({ wd: "安装字体步骤" })).toMatchObject({ relaxed: true, document: [{ uuid: expect.any(String) }] })
    const documents = await app.call("GET /document/search", { wd: "安装字体步骤" })
    expect(documents).toMatchObject({ ok: true, data: { relaxed: true, corrected: "", document: [{ title: "字体设置指南" }] } })
    const articles = await app.call("GET /article/search", { wd: "postgrasql" })
    expect(articles).toMatchObject({ ok: true, data: { relaxed: false, corrected: "postgresql", article: [{ title: "字体的历史" }] } })
    expect(await searchResult({ wd: "完全没有的东西" })).toMatchObject({ relaxed: false, total: 0, document: [] })
  })

  test("any input gets a valid response", async () => {
    const given: object[] = [
      { wd: "字".repeat(10_000) },
      { wd: "字体", page: -1 },
      { wd: "字体", page: 1e14, size: 1e14 },
      { wd: "字体", sort: "'; drop table document" },
      { wd: "字体", ext: "%", language: "'", category_id: [9e14], price_min: 9e14, pages_max: -9e14 },
      { wd: "字体", created_at: ["", "9999-12-31"] },
      { wd: "字体", created_at: ["0001-01-01", "275760-09-13"] },
      ...[
        "\u0000",
        "\ud800",
        "\u{1F600}",
        "%_\\",
        ".*(+[",
        "a & !b | (c <-> d):*",
        "'\"`;--",
        "\ue000\uf8ff",
        "ﷺ".repeat(200),
        "a".repeat(200),
      ].map((wd) => ({ wd })),
    ]
    for (const input of given)
      for (const call of ["GET /search", "GET /document/search", "GET /article/search", "GET /search/suggest"] as const) {
        const { status } = await app.call(call, input)
        expect([200, 400], `${call} ${JSON.stringify(input).slice(0, 80)}`).toContain(status)
      }
    expect(await app.call("GET /search", { wd: "字".repeat(10_000) })).toMatchObject({
      status: 400,
      message: "关键词太长了，最多 200 个字",
    })
  })

  test("without words nothing is searched", async () => {
    for (const wd of ["", "  ", undefined]) expect(await searchResult({ wd })).toMatchObject({ total: 0, document: [] })
  })
})

describe("the index is updated", () => {
  const total = async (wd: string) => (await searchResult({ wd })).total
  test("after editing, rejecting, approving, deleting, restoring, and for a manually written text", async () => {
    const { id } = await publish("跟随变化的文档", "原来的内容在此")
    await indexed("原来的内容", 1)
    await app.call("PUT /document", { id, title: "改了名字的文档", content: "手写的正文" }, owner)
    await indexed("改了名字", 1)
    expect(await total("手写的正文")).toBe(1)
    await app.call("PUT /document/check", { id: [id], status: 4 }, admin)
    await indexed("改了名字", 0)
    await app.call("PUT /document/check", { id: [id], status: 2 }, admin)
    await indexed("改了名字", 1)
    await app.call("DELETE /document", { id: [id] }, owner)
    await indexed("改了名字", 0)
    await app.call("PUT /document/recycle", { id: [id] }, owner)
    await indexed("改了名字", 1)
  })

  test("hidden content is not found even before the index is updated", async () => {
    const { id } = await publish("马上隐藏的文档", "马上隐藏的内容")
    await indexed("马上隐藏", 1)
    await app.database.db
      .update(documentTable)
      .set({ status: 4 })
      .where(inArray(documentTable.id, [id]))
    expect((await searchResult({ wd: "马上隐藏" })).document).toEqual([])
    expect(await app.call("GET /search/suggest", { wd: "马上" })).toMatchObject({ data: { suggestion: [] } })
  })

  test("text beyond the preview is neither found nor visible", async () => {
    const { id, uuid } = await publish("付费的文档", "付费文档的文字", { price: 5 })
    await indexed("3页付费", 1)
    await indexed("1页付费", 1)
    await app.database.db
      .update(documentTable)
      .set({ preview: 1 })
      .where(inArray(documentTable.id, [id]))
    const [hit] = (await searchResult({ wd: "3页付费" })).document
    expect(hit).toMatchObject({ uuid, page: 0, snippet: "" })
    expect(await app.call("PUT /document/index", { id: [id] }, admin)).toMatchObject({ ok: true })
    await indexed("3页付费", 0)
    for (const as of [undefined, owner, admin]) expect((await searchResult({ wd: "3页付费" }, as)).total).toBe(0)
    expect(await total("1页付费")).toBe(1)
  })

  test("only staff with the permission rebuild it, which repairs missed changes", async () => {
    for (const call of ["PUT /renew/document/index", "PUT /document/index", "PUT /article/index"] as const)
      expect(await app.call(call, {}, owner)).toMatchObject({ status: 403 })
    const { id } = await publish("重建之前的文档", "重建之前的内容")
    await indexed("重建之前", 1)
    await app.database.db
      .update(documentTable)
      .set({ title: "重建之后的文档" })
      .where(inArray(documentTable.id, [id]))
    expect(await app.call("PUT /renew/document/index", {}, admin)).toMatchObject({ ok: true })
    await indexed("重建之后", 1)
    expect((await searchResult({ wd: "字体" })).total).toBe(2)
    await app.search.remove([{ kind: 0, id }])
    await reconcileIndex({ app }, () => false)
    // jobs of earlier changes may still write
    await until(async () => (await settleIndex(app), (await app.search.state()).changed === 0))
    expect(await total("重建之后")).toBe(1)
  })
})
