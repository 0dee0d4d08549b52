import { inArray } from "drizzle-orm"
import { beforeAll, describe, expect, test, vi } from "vitest"
import { createCtx } from "@/server/context"
import { documentTable } from "@/server/modules/library/document/document.table"
import { indexJob } from "@/server/modules/library/search/index.jobs"
import { reconcileIndex, settleIndex } from "@/server/modules/library/search/indexing.usecases"
import { flushRecords } from "@/server/modules/library/search/record.usecases"
import { saveSettings } from "@/server/modules/site/settings/settings.usecases"
import { staffWith } from "../../setup/staff"
import { testApp, until, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let owner: TestUser
let admin: TestUser

const publish = async (title: string, content: string, extra: object = {}) => {
  const attachment_id = await app.file(owner, "样例.txt", content)
  const reply = await app.call("POST /document", { document: [{ attachment_id, title, ...extra }] }, owner)
  if (!reply.ok) throw new Error(reply.message)
  const made = reply.data.document[0]!
  await until(
    async () =>
      (
        await app.database.db
          .select()
          .from(documentTable)
          .where(inArray(documentTable.id, [made.id]))
      )[0]?.status === 2,
  )
  return made
}
/** Waits until the index contains everything that was published. */
const indexed = async (wd: string, total: number) => until(async () => (await searchResult({ wd })).total === total)
const searchResult = async (input: Record<string, unknown>, as?: TestUser) => {
  const reply = await app.call("GET /search", input, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}

beforeAll(async () => {
  app = await testApp()
  ;[owner, admin] = [await app.person(), await app.admin()]
  await app.startWorkers(2)
  await publish("字体设置指南", "先讲安装，再讲字体设置的步骤", { keywords: "排版,字号", price: 3 })
  await publish("读书笔记 <b>第一册</b>", "山高月小，水落石出")
  const article = { title: "字体的历史", content: "<p>活字印刷&amp;字体<br>a &lt; b</p><p>PostgreSQL</p>", keywords: "活字" }
  expect(await app.call("POST /article", article, admin)).toMatchObject({ ok: true })
  await indexed("字体", 2)
  await indexed("读书笔记", 1)
})

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

test("a search is recorded for staff, also one without matches, and deleted by them", async () => {
  await searchResult({ wd: "没有这样的词" })
  await searchResult({ wd: "字体" }, owner)
  await flushRecords(app)
  const reply = await app.call("GET /searchrecord/list", { keywords: "没有这样" }, admin)
  expect(reply).toMatchObject({
    ok: true,
    data: { total: 1, search_record: [{ keywords: "没有这样的词", total: 0, type: -1, ip: "203.0.113.7" }] },
  })
  const words = await app.call("GET /searchrecord/words", { is_empty: true, size: 100 }, admin)
  if (!words.ok || !reply.ok) throw new Error("refused")
  expect(words.data.word).toContainEqual(expect.objectContaining({ keywords: "没有这样的词", count: 1, empty: 1 }))
  const lister = await staffWith(app, "SearchRecordAPI/ListSearchRecord")
  const id = [reply.data.search_record[0]!.id]
  expect(await app.call("DELETE /searchrecord", { id }, lister)).toMatchObject({ status: 403 })
  expect(await app.call("DELETE /searchrecord", { id }, admin)).toMatchObject({ ok: true })
  expect(await app.call("GET /searchrecord/list", { keywords: "没有这样" }, lister)).toMatchObject({ data: { total: 0 } })
})

describe("recording searches", () => {
  const rendering = { id: "", ip: "", user_agent: "", token: "", prefetch: true, rendering: true }
  /** Renders the results for a page, as the page cache does, and returns what the page reports when it is shown. */
  const renderedRecord = async (wd: string, page = 1) => {
    const reply = await app.dispatch("GET /search", { wd, page, size: 1 }, rendering)
    if (!reply.ok) throw new Error("refused")
    return (reply.data as { record: string }).record
  }
  const show = (record: string, as?: TestUser, ip?: string) => app.call("POST /search/view", { record }, as, ip)
  const showTo = (record: string, user_agent: string) =>
    app.dispatch("POST /search/view", { record }, { id: "", ip: "203.0.113.60", user_agent, token: "" })
  const recordsOf = async (keywords: string) => {
    const reply = await app.call("GET /searchrecord/list", { keywords, order: "id asc" }, admin)
    if (!reply.ok) throw new Error(reply.message)
    return reply.data.search_record
  }

  test("a rendered page records nothing until it is shown, then once for each visitor with the results that it shows", async () => {
    const record = await renderedRecord("字体 设置")
    expect(record).not.toBe("")
    expect(await recordsOf("字体 设置")).toEqual([])
    for (const ip of ["203.0.113.51", "203.0.113.52", "203.0.113.51"]) expect(await show(record, undefined, ip)).toMatchObject({ ok: true })
    expect(await show(record, owner, "203.0.113.51")).toMatchObject({ ok: true })
    expect(await recordsOf("字体 设置")).toMatchObject([
      { ip: "203.0.113.51", user_id: 0, type: -1, total: 1, page: 1 },
      { ip: "203.0.113.52", user_id: 0 },
      { ip: "203.0.113.51", user_id: owner.id },
    ])
  })

  test("another page of the results or a repetition after the batch was written is the same search", async () => {
    const [first, second] = [await renderedRecord("指南", 1), await renderedRecord("指南", 2)]
    await show(first, undefined, "203.0.113.53")
    await flushRecords(app)
    await show(second, undefined, "203.0.113.53")
    await app.call("GET /search", { wd: " 指南 " }, undefined, "203.0.113.53")
    expect((await recordsOf("指南")).filter(({ ip }) => ip === "203.0.113.53")).toMatchObject([{ page: 1 }])
  })

  test("robots are not recorded, neither as visitors nor as programs", async () => {
    const record = await renderedRecord("机器人搜的词")
    expect(await showTo(record, "Mozilla/5.0 (compatible; Baiduspider/2.0)")).toMatchObject({ ok: true })
    await app.dispatch("GET /search", { wd: "机器人搜的词" }, { id: "", ip: "203.0.113.61", user_agent: "Googlebot/2.1", token: "" })
    expect(await recordsOf("机器人搜的词")).toEqual([])
    await showTo(record, "Mozilla/5.0 Chrome/150.0.0.0")
    expect(await recordsOf("机器人搜的词")).toHaveLength(1)
  })

  test("a browser reports only searches that this site made, unchanged [security: token-kinds]", async () => {
    const record = await renderedRecord("签过名的词")
    const [head, payload, mark] = record.split(".") as [string, string, string]
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as object
    const forged = Buffer.from(JSON.stringify({ ...claims, sub: "别人的词" })).toString("base64url")
    for (const wrong of [`${head}.${forged}.${mark}`, `${record}x`, "x", owner.token])
      expect(await show(wrong)).toMatchObject({ status: 400, message: "搜索的记录不正确" })
    expect(await show("")).toMatchObject({ status: 400, message: "缺少搜索的记录" })
    expect(await recordsOf("的词")).not.toContainEqual(expect.objectContaining({ keywords: "别人的词" }))
  })

  test("a site that keeps no records signs none, and ignores those of older pages", async () => {
    const record = await renderedRecord("不记的词")
    await saveSettings(createCtx(app), "security", { search_record_retention_days: 0 })
    await until(async () => (await renderedRecord("不记的词")) === "")
    expect(await show(record)).toMatchObject({ ok: true })
    await saveSettings(createCtx(app), "security", { search_record_retention_days: 7 })
    expect(await recordsOf("不记的词")).toEqual([])
  })
})

describe("GET /search/suggest", () => {
  // the second word has no matches and is never recommended
  beforeAll(async () => {
    await saveSettings(createCtx(app), "system", { recommend_words: "字体设置,没有这样的词" })
    await saveSettings(createCtx(app), "fulltext_search", { hot_words_people: 3, hot_words_hours: 1 })
  })

  test("returns titles for typed text, and recommended words before typing", async () => {
    expect(await app.call("GET /search/suggest", { wd: "字体设" })).toMatchObject({
      data: { suggestion: [{ text: "字体设置指南", doc_type: 0 }], hot: [] },
    })
    // three visitors searched for the first one above; 没有这样的词 has no results
    expect(await app.call("GET /search/suggest", {})).toMatchObject({ data: { suggestion: [], hot: ["字体 设置", "字体设置"] } })
  })
})

describe("GET /search/recommended", () => {
  test("says which recommended words have results, to staff who see the settings [security: 8.2.1]", async () => {
    await saveSettings(createCtx(app), "system", { recommend_words: "字体设置，没有这样的词,字体设置" })
    expect(await app.call("GET /search/recommended", {})).toMatchObject({ ok: false, status: 401 })
    expect(await app.call("GET /search/recommended", {}, await app.person())).toMatchObject({ ok: false, status: 403 })
    expect(await app.call("GET /search/recommended", {}, await staffWith(app, "ConfigAPI/ListConfig"))).toMatchObject({
      data: {
        word: [
          { word: "字体设置", useful: true },
          { word: "没有这样的词", useful: false },
        ],
      },
    })
  })
})

describe("features that settings disable", () => {
  const set = (values: Parameters<typeof saveSettings<"fulltext_search">>[2]) => saveSettings(createCtx(app), "fulltext_search", values)
  const suggested = async (wd = "") => {
    const reply = await app.call("GET /search/suggest", { wd })
    if (!reply.ok) throw new Error(reply.message)
    return reply.data
  }

  test("relaxed matching if nothing has the words", async () => {
    await set({ enable_relax: false })
    await until(async () => (await searchResult({ wd: "postgrasql" })).total === 0)
    expect(await searchResult({ wd: "字体设置" })).toMatchObject({ total: 1 })
    await set({ enable_relax: true })
    await until(async () => (await searchResult({ wd: "postgrasql" })).total === 1)
  })

  test("suggestions while typing", async () => {
    await set({ enable_suggest: false })
    await until(async () => (await suggested("字体设")).suggestion.length === 0)
    expect((await suggested()).hot).toContain("字体设置")
    await set({ enable_suggest: true })
    await until(async () => (await suggested("字体设")).suggestion.length === 1)
  })

  test("popular searches, or all words before typing", async () => {
    for (const as of [owner, await app.person(), await app.person()]) await searchResult({ wd: "读书笔记" }, as)
    await flushRecords(app)
    await until(async () => (await suggested()).hot.includes("读书笔记"))
    await set({ hot_words: "recommended" })
    await until(async () => !(await suggested()).hot.includes("读书笔记"))
    expect((await suggested()).hot).toContain("字体设置")
    await set({ hot_words: "none" })
    await until(async () => (await suggested()).hot.length === 0)
    await set({ hot_words: "all" })
  })

  test("a popular search needs enough visitors in enough different hours, and holds no blocked word", async () => {
    const has = async () => (await suggested()).hot.includes("读书笔记")
    await until(has)
    await set({ hot_words_people: 1_000 })
    await until(async () => !(await has()))
    await set({ hot_words_people: 3, hot_words_hours: 2 })
    await new Promise((done) => setTimeout(done, 50))
    expect(await has(), "three visitors within one hour").toBe(false)
    await app.database.pool.query(
      "update search_record set created_at = created_at - interval '2 hours' where id = (select min(id) from search_record where keywords = '读书笔记')",
    )
    await until(has)
    await set({ hot_words_blocked: "别的\n书 笔" })
    await until(async () => !(await has()))
    await set({ hot_words_blocked: "", hot_words_hours: 1 })
    await until(has)
  })
})

test("only staff are told how much the index holds", async () => {
  const { entries } = await app.search.state()
  expect(entries).toBeGreaterThan(2)
  expect(await app.call("GET /stats", {}, admin)).toMatchObject({ data: { index_document_count: entries } })
  expect(await app.call("GET /stats", {})).toMatchObject({ data: { index_document_count: 0 } })
})
