import { describe, expect, test } from "vitest"
import type { Key } from "../../lib/contract/types"
import { reconcileIndex } from "../../server/modules/library/search/indexing.usecases"
import { libraryOf } from "../setup/library"
import { staffWith } from "../setup/staff"
import { testApp } from "../setup/test-app"

/* How lists answer the queries of existing clients: filters that mean "any", and no size. */

const app = await testApp()
const library = libraryOf(app)
const [owner, admin] = [await app.person(), await app.admin()]
const titles = async (input: object, key: Key = "GET /document/list") => {
  const reply = await app.call(key, input)
  if (!reply.ok) throw new Error(reply.message)
  return (reply.data as { document: { title: string }[] }).document.map(({ title }) => title).toSorted()
}

describe("filters", async () => {
  const cheap = await library.document(owner, "免费的")
  const dear = await library.document(owner, "收费的", { price: 3, language: "en" })
  await app.database.pool.query("update document set status = 2")
  await reconcileIndex({ app }, () => false)

  test("that are empty or `all` mean any, also in repeated keys", async () => {
    expect(await titles({ fee_type: "charge" })).toEqual(["收费的"])
    expect(await titles({ language: ["en", ""] })).toEqual(["收费的"])
    for (const any of ["", "all"])
      expect(await titles({ fee_type: any, language: any, ext: any, category_id: any, status: any, is_recommend: any })).toHaveLength(2)
    expect(await titles({ language: ["en", "all"] })).toHaveLength(2)
    expect(await titles({ wd: "的", sort: "default", language: "all", ext: "all", created_at: "" }, "GET /document/search")).toHaveLength(2)
  })

  test("by pages accept a minimum and a maximum; 0 or nothing leaves a side open", async () => {
    await app.database.pool.query("update document set pages = case when title = '免费的' then 12 else 120 end where user_id = $1", [
      owner.id,
    ])
    const titlesBetween = (pages_min: unknown, pages_max: unknown) => titles({ pages_min, pages_max, user_id: [owner.id] })
    expect(await titlesBetween("11", 50)).toEqual(["免费的"])
    expect(await titlesBetween(101, "0")).toEqual(["收费的"])
    expect(await titlesBetween("", 120)).toEqual(["免费的", "收费的"])
    expect(await app.call("GET /document/list", { pages_min: "many" })).toMatchObject({ status: 400 })
  })

  test("that are invalid are rejected with an error message", async () => {
    expect(await app.call("GET /document/list", { fee_type: "most" })).toMatchObject({
      status: 400,
      message: expect.stringContaining("筛选条件"),
    })
  })

  test("a document is found by its id even if the uuid holds that id too, and by the uuid if the id is 0", async () => {
    expect(await app.call("GET /document", { id: String(dear.id), uuid: String(dear.id) })).toMatchObject({
      ok: true,
      data: { title: "收费的" },
    })
    expect(await app.call("GET /document", { id: String(dear.id), uuid: cheap.uuid })).toMatchObject({ data: { title: "收费的" } })
    expect(await app.call("GET /document", { id: "0", uuid: cheap.uuid })).toMatchObject({ ok: true, data: { title: "免费的" } })
  })
})

describe("a list without a size", () => {
  test("returns all rows, and their number as its size", async () => {
    await app.database.pool.query(`insert into "group" (title) select '组 ' || n from generate_series(1, 30) n`)
    await app.database.pool.query(`insert into language (language, code) select '语 ' || n, 'x-' || n from generate_series(1, 30) n`)
    const { id } = await library.document(owner, "有评论的")
    await app.database.pool.query(
      "insert into comment (document_id, user_id, content, status) select $1, $2, 'x', 1 from generate_series(1, 30)",
      [id, owner.id],
    )
    for (const key of ["GET /group/list", "GET /language/list", "GET /comment/list"] as const) {
      const lengthOf = async (input: object) => {
        const reply = await app.call(key, input, admin)
        if (!reply.ok) throw new Error(reply.message)
        return [reply.data.total, Object.values(reply.data).find(Array.isArray)!.length] as const
      }
      const [total, all] = await lengthOf({})
      expect(total, key).toBeGreaterThanOrEqual(30)
      expect(all, key).toBe(total)
      expect(await lengthOf({ size: 10 }), key).toEqual([total, 10])
    }
  })
})

describe("articles", async () => {
  const staff = await staffWith(app, "ArticleAPI/CreateArticle", "ArticleAPI/UpdateArticle")
  const plain = await library.article(owner, "普通的", { notice: 9 })
  const first = await library.article(staff, "先看的公告", { notice: 5, keywords: "放假" })
  await library.article(staff, "后看的公告", { notice: 1 })
  await app.database.pool.query("update article set recommend_at = now() where id = $1", [plain.id])
  const listed = async (input: object) => {
    const reply = await app.call("GET /article/list", input)
    if (!reply.ok) throw new Error(reply.message)
    return reply.data.article.map(({ title }) => title)
  }

  test("are filtered by announcement, which only staff create, the most important first", async () => {
    expect(await listed({ is_notice: "1", page: "1", size: "100" })).toEqual(["先看的公告", "后看的公告"])
    expect(await listed({ is_notice: "false" })).toEqual(["普通的"])
    expect(await listed({ is_notice: ["1", "0"] })).toHaveLength(3)
    expect(await app.call("PUT /article", { id: first.id, notice: 0 }, owner)).toMatchObject({ status: 403 })
    expect(await app.call("PUT /article", { id: plain.id, notice: 4 }, owner)).toMatchObject({ ok: true })
    expect(await app.call("PUT /article", { id: first.id, notice: 0 }, staff)).toMatchObject({ ok: true })
    expect(await listed({ is_notice: true })).toEqual(["后看的公告"])
  })

  test("are filtered by recommendation, words and time", async () => {
    expect(await listed({ is_recommend: "true" })).toEqual(["普通的"])
    expect(await listed({ is_recommend: "false" })).toHaveLength(2)
    expect(await listed({ wd: "公告" })).toHaveLength(2)
    expect(await listed({ wd: "公告 放假" })).toEqual(["先看的公告"])
    expect(await listed({ wd: "没有的词" })).toEqual([])
    expect(await listed({ created_at: ["2000-01-01 00:00:00", "2001-01-01 00:00:00"] })).toEqual([])
    expect(await listed({ created_at: ["2000-01-01 00:00:00", ""] })).toHaveLength(3)
  })
})
