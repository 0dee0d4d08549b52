import { beforeAll, describe, expect, test } from "vitest"
import { libraryOf, type Library } from "../../setup/library"
import { staffWith } from "../../setup/staff"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let library: Library
let now = new Date("2026-11-20T04:00:00Z")
let owner: TestUser
let other: TestUser

beforeAll(async () => {
  app = await testApp({ now: () => now })
  library = libraryOf(app)
  ;[owner, other] = [await app.person(), await app.person()]
})
const rowOf = async (id: number) =>
  (
    await library.rows<{ recommend_at: Date | null; language: string }>("select recommend_at, language from document where id = $1", [id])
  )[0]!
const at = (text: string) => (now = new Date(text))
const audited = async (call: string) => (await library.rows("select id from audit where call = $1", [call])).length

describe("recommending", () => {
  test("recommends, moves to the front and withdraws documents; the list is updated and the audit log records it", async () => {
    const staff = await staffWith(app, "DocumentAPI/SetDocumentRecommend")
    const [a, b] = [await library.document(owner, "推荐甲"), await library.document(owner, "推荐乙")]
    const recommend = (id: number[], type: number, as: TestUser | undefined = staff) =>
      app.call("PUT /document/recommend", { id, type }, as)
    expect(await recommend([a.id], 1, owner)).toMatchObject({ ok: false, status: 403 })
    expect(await app.call("PUT /document/recommend", { id: [a.id], type: 1 })).toMatchObject({ ok: false, status: 401 })
    at("2026-11-20T05:00:00Z")
    expect(await recommend([a.id, a.id], 1)).toMatchObject({ ok: true })
    at("2026-11-20T06:00:00Z")
    expect(await recommend([a.id, b.id], 1)).toMatchObject({ ok: true })
    expect((await rowOf(a.id)).recommend_at).toEqual(new Date("2026-11-20T05:00:00Z"))
    expect((await rowOf(b.id)).recommend_at).toEqual(new Date("2026-11-20T06:00:00Z"))
    at("2026-11-20T07:00:00Z")
    expect(await recommend([a.id], 2)).toMatchObject({ ok: true })
    await app.database.pool.query("update document set status = 2 where id = any($1::bigint[])", [[a.id, b.id]])
    const listed = await app.call("GET /document/list", { is_recommend: [true], order: "recommend_at desc", limit: 12 }, other)
    expect(listed.ok && listed.data.document.map((one) => one.id)).toEqual([a.id, b.id])
    expect(await app.call("PUT /document/recommend", { id: [a.id], type: 2, recommend_at: "2026-11-20T05:30:00Z" }, staff)).toMatchObject({
      ok: true,
    })
    expect((await rowOf(a.id)).recommend_at).toEqual(new Date("2026-11-20T05:30:00Z"))
    expect(await recommend([a.id, b.id], 0)).toMatchObject({ ok: true })
    expect([(await rowOf(a.id)).recommend_at, (await rowOf(b.id)).recommend_at]).toEqual([null, null])
    expect(await audited("PUT /document/recommend")).toBe(5)
  })

  test("an unknown value and an empty selection are rejected; deleted and unknown documents are ignored", async () => {
    const admin = await app.admin()
    const { id } = await library.document(owner, "推荐删除")
    await app.call("DELETE /document", { id: [id] }, owner)
    for (const type of [3, -1])
      expect(await app.call("PUT /document/recommend", { id: [id], type }, admin)).toMatchObject({
        ok: false,
        status: 400,
        message: "请选择推荐设置",
      })
    expect(await app.call("PUT /document/recommend", { id: [], type: 1 }, admin)).toMatchObject({
      ok: false,
      status: 400,
      message: "请选择文档",
    })
    expect(await app.call("PUT /document/recommend", { id: [id, 999_999], type: 1 }, admin)).toMatchObject({ ok: true })
    expect((await rowOf(id)).recommend_at).toBeNull()
  })

  test("drops the cached pages that show the document", async () => {
    const { id, uuid } = await library.document(owner, "推荐通知")
    const heard: string[] = []
    const stop = app.events.on("changed", (event) => heard.push(`${event.what} ${event.id}`))
    await app.call("PUT /document/recommend", { id: [id], type: 1 }, await app.admin())
    stop()
    expect(heard).toContain(`document ${uuid}`)
  })
})

describe("categories of several documents", () => {
  test("are replaced including ancestors, and all counts are updated, also in parallel calls", async () => {
    const staff = await staffWith(app, "DocumentAPI/SetDocumentsCategory")
    const root = await library.category("学科")
    const [math, physics, rest] = [
      await library.category("数学", 0, root),
      await library.category("物理", 0, root),
      await library.category("其余"),
    ]
    const all = [root, math, physics, rest]
    const made = [
      await library.document(owner, "一", { category_id: [math] }),
      await library.document(other, "二", { category_id: [physics, rest] }),
      await library.document(owner, "三"),
    ]
    const ids = made.map((one) => one.id)
    const move = (category_id: number[], document_id = ids, as: TestUser = staff) =>
      app.call("PUT /document/category", { document_id, category_id }, as)
    expect(await move([rest], ids, owner)).toMatchObject({ ok: false, status: 403 })
    expect(await library.categoryCounts(...all)).toEqual([2, 1, 1, 1])
    expect(await move([math])).toMatchObject({ ok: true })
    expect(await library.categoryCounts(...all)).toEqual([3, 3, 0, 0])
    expect(await move([physics, rest], [ids[0]!, ids[0]!, 999_999])).toMatchObject({ ok: true })
    expect(await library.categoryCounts(...all)).toEqual([3, 2, 1, 1])
    expect(await move([999_999])).toMatchObject({ ok: false, status: 400, message: "所选分类不存在，请重新选择" })
    expect(await move([])).toMatchObject({ ok: false, status: 400, message: "请选择新的文档分类" })
    expect(await move([math], [])).toMatchObject({ ok: false, status: 400, message: "请选择文档" })
    expect(await library.categoryCounts(...all)).toEqual([3, 2, 1, 1])
    const faults = (
      await Promise.all(
        Array.from({ length: 16 }, (_, n) =>
          n % 4
            ? move([all[n % 4]!], n % 2 ? ids : ids.toReversed())
            : app.call("PUT /document", { id: ids[n % 3]!, category_id: [rest, math] }, staff),
        ),
      )
    ).filter((reply) => !reply.ok && reply.status >= 500)
    expect(faults).toEqual([])
    expect(
      await library.rows(
        "select c.id from category c where c.doc_count <> (select count(*) from document_category l join document d on d.id = l.document_id where l.category_id = c.id and d.deleted_at is null)",
      ),
    ).toEqual([])
  })
})

describe("language of several documents", () => {
  test("is set on all documents; an unknown language changes none", async () => {
    const staff = await staffWith(app, "DocumentAPI/SetDocumentsLanguage")
    const made = [await library.document(owner, "语言一"), await library.document(other, "语言二", { language: "en" })]
    const ids = made.map((one) => one.id)
    const speak = (language: string, as: TestUser = staff) => app.call("PUT /document/language", { document_id: ids, language }, as)
    expect(await speak("ja", other)).toMatchObject({ ok: false, status: 403 })
    expect(await speak("xx")).toMatchObject({ ok: false, status: 400, message: "所选语言不存在，请重新选择" })
    expect(await speak("")).toMatchObject({ ok: false, status: 400, message: "请输入文档语言" })
    expect(await Promise.all(ids.map(async (id) => (await rowOf(id)).language))).toEqual(["zh-CN", "en"])
    expect(await speak("ja")).toMatchObject({ ok: true })
    expect(await Promise.all(ids.map(async (id) => (await rowOf(id)).language))).toEqual(["ja", "ja"])
    expect(await audited("PUT /document/language")).toBe(1)
    // a different value for each: used by undo and by another client, which also sends the titles of the rows
    const rows = [
      { id: ids[0]!, title: "语言一", language: "zh-CN" },
      { id: ids[1]!, title: "语言二", language: "en" },
    ]
    expect(await app.call("PUT /document/language", { document: rows }, staff)).toMatchObject({ ok: true })
    expect(await Promise.all(ids.map(async (id) => (await rowOf(id)).language))).toEqual(["zh-CN", "en"])
    for (const nothing of [{}, { document: [] }, { language: "ja" }])
      expect(await app.call("PUT /document/language", nothing, staff)).toMatchObject({ ok: false, status: 400, message: "请选择文档" })
  })

  test("is suggested from title and text, without being stored", async () => {
    const staff = await staffWith(app, "DocumentAPI/SetDocumentsLanguage")
    const titled = await library.document(owner, "The history of the printing press and of its makers")
    const read = await library.document(owner, "scan 0042")
    const dropped = await library.document(owner, "删掉的")
    await app.database.pool.query(
      `insert into page (sha256, version, page, width, height, text) select sha256, version, 1, 595, 842, $2 from document where id = $1
       on conflict (sha256, version, page) do update set text = $2`,
      [read.id, "この報告書は、昨年度の研究についてまとめたものです。"],
    )
    await app.database.pool.query("update document set deleted_at = now() where id = $1", [dropped.id])
    const detect = (document_id: unknown, as?: TestUser) => app.call("PUT /document/detect/language", { document_id }, as)
    const ids = [titled.id, read.id, dropped.id, 999_999]
    expect(await detect(ids)).toMatchObject({ status: 401 })
    expect(await detect(ids, other)).toMatchObject({ status: 403 })
    for (const wrong of [[], ["x"], undefined]) expect(await detect(wrong, staff)).toMatchObject({ status: 400 })
    expect(await detect(ids, staff)).toMatchObject({
      data: {
        document: [
          { id: titled.id, title: "The history of the printing press and of its makers", language: "en" },
          { id: read.id, title: "scan 0042", language: "ja" },
        ],
      },
    })
    expect((await rowOf(titled.id)).language).toBe("zh-CN")
  })
})

describe("prices of many documents", () => {
  const priceOf = async (id: number) => (await library.rows<{ price: number }>("select price from document where id = $1", [id]))[0]!.price

  test("sets one price for all, a price for each, and restores them; deleted documents are not changed [security: 8.2.1]", async () => {
    const staff = await staffWith(app, "DocumentAPI/UpdateDocument")
    const [a, b, gone] = [
      await library.document(owner, "价格甲", { price: 3 }),
      await library.document(owner, "价格乙"),
      await library.document(owner, "价格删除", { price: 7 }),
    ]
    await app.call("DELETE /document", { id: [gone.id] }, owner)
    const price = (input: object, as: TestUser = staff) => app.call("PUT /document/price", input, as)
    expect(await price({ document_id: [a.id], price: 9 }, owner)).toMatchObject({ ok: false, status: 403 })
    expect(await price({ document_id: [a.id, b.id, gone.id], price: 12 })).toMatchObject({ ok: true })
    expect([await priceOf(a.id), await priceOf(b.id), await priceOf(gone.id)]).toEqual([12, 12, 7])
    const before = [
      { id: a.id, price: 3 },
      { id: b.id, price: 0 },
    ]
    expect(await price({ document: before })).toMatchObject({ ok: true })
    expect([await priceOf(a.id), await priceOf(b.id)]).toEqual([3, 0])
    expect(await audited("PUT /document/price")).toBe(2)
  })

  test.each([
    [{ document_id: [], price: 1 }, "请选择文档"],
    [{ price: 1 }, "请选择文档"],
    [{ document_id: [1] }, "请输入价格"],
    [{ document_id: [1], price: -1 }, "价格应在 0 到 1000000 之间"],
    [{ document: [{ id: 1, price: 1_000_001 }] }, "价格应在 0 到 1000000 之间"],
  ])("%j is rejected: %s", async (input, message) => {
    expect(await app.call("PUT /document/price", input, await app.admin())).toMatchObject({ ok: false, status: 400, message })
  })
})
