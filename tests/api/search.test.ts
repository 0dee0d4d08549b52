import { inArray } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { documentTable } from "../../server/modules/document/document.table"
import { flushRecords } from "../../server/modules/search/record.usecases"
import { staffWith } from "../setup/staff"
import { testApp, until, type Person, type TestApp } from "../setup/test-app"

let app: TestApp
let owner: Person
let admin: Person

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
const found = async (input: Record<string, unknown>, as?: Person) => {
  const reply = await app.call("GET /search", input, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}

beforeAll(async () => {
  app = await testApp()
  ;[owner, admin] = [await app.person(), await app.admin()]
  await app.startWorkers(2)
  await publish("字体设置指南", "第一页讲安装\f第二页讲字体设置的步骤", { keywords: "排版,字号", price: 3 })
  await publish("读书笔记 <b>第一册</b>", "山高月小，水落石出")
  const article = { title: "字体的历史", content: "<p>活字印刷与字体</p>", keywords: "活字" }
  expect(await app.call("POST /article", article, admin)).toMatchObject({ ok: true })
})

describe("GET /search", () => {
  test("documents, articles, or both", async () => {
    const titles = async (input: object) => (await found({ wd: "字体", ...input })).document.map((hit) => `${hit.doc_type} ${hit.title}`)
    const [document, article] = ["0 <em>字体</em>设置指南", "1 <em>字体</em>的历史"]
    expect((await titles({ type: -1 })).toSorted()).toEqual([document, article])
    expect((await titles({})).toSorted()).toEqual([document, article])
    expect(await titles({ type: 0 })).toEqual([document])
    expect(await titles({ type: 1 })).toEqual([article])
  })

  test("titles are escaped text with marks alone", async () => {
    expect((await found({ wd: "第一册", type: 0 })).document[0]!.title).toBe("读书笔记 &lt;b&gt;<em>第一册</em>&lt;/b&gt;")
  })

  test("a facet counts without its own condition", async () => {
    const { document, agg_fee, agg_ext } = await found({ wd: "字体", type: 0, fee_type: "free" })
    expect(document).toEqual([])
    expect(agg_fee).toEqual([{ fee_type: "charge", count: 1 }])
    expect(agg_ext).toEqual([])
  })

  test("without words nothing is looked for", async () => {
    for (const wd of ["", "  ", undefined]) expect(await found({ wd })).toMatchObject({ total: 0, document: [] })
  })
})

test("a search is kept for staff, with what nobody found, and deleted by them", async () => {
  await found({ wd: "没有这样的词" })
  await found({ wd: "字体" }, owner)
  await flushRecords(app)
  const reply = await app.call("GET /searchrecord/list", { keywords: "没有这样" }, admin)
  expect(reply).toMatchObject({
    ok: true,
    data: { total: 1, search_record: [{ keywords: "没有这样的词", total: 0, type: -1, ip: "203.0.113.7" }] },
  })
  const words = await app.call("GET /searchrecord/words", { is_empty: true }, admin)
  if (!words.ok || !reply.ok) throw new Error("refused")
  expect(words.data.word).toContainEqual(expect.objectContaining({ keywords: "没有这样的词", count: 1, empty: 1 }))
  const lister = await staffWith(app, "SearchRecordAPI/ListSearchRecord")
  const id = [reply.data.search_record[0]!.id]
  expect(await app.call("DELETE /searchrecord", { id }, lister)).toMatchObject({ status: 403 })
  expect(await app.call("DELETE /searchrecord", { id }, admin)).toMatchObject({ ok: true })
  expect(await app.call("GET /searchrecord/list", { keywords: "没有这样" }, lister)).toMatchObject({ data: { total: 0 } })
})

describe("GET /search/suggest", () => {
  test("titles while typing, recommended words before", async () => {
    expect(await app.call("GET /search/suggest", { wd: "字体设" })).toMatchObject({
      data: { suggestion: [{ text: "字体设置指南", doc_type: 0 }], hot: [] },
    })
    expect(await app.call("GET /search/suggest", {})).toMatchObject({ data: { suggestion: [], hot: expect.arrayContaining(["使用手册"]) } })
  })
})
