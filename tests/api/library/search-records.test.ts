import { beforeAll, describe, expect, test } from "vitest"
import { createCtx } from "@/server/context"
import { flushRecords } from "@/server/modules/library/search/record.usecases"
import { saveSettings } from "@/server/modules/site/settings/settings.usecases"
import { staffWith } from "../../setup/staff"
import { searchWorld } from "../../setup/search-world"
import { until, type TestUser, type TestApp } from "../../setup/test-app"

const { world, searchResult } = searchWorld()
let app: TestApp
let owner: TestUser
let admin: TestUser
beforeAll(() => void ({ app, owner, admin } = world))

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
