import { sql } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { countRows } from "../../server/db/totals"
import { listOrders as articleOrders } from "../../server/modules/articles/article/article.table"
import { listOrders as documentOrders } from "../../server/modules/library/document/document.table"
import { listOrder } from "../../lib/view/library/list/list-state"
import { staticScore } from "../../server/ports/search/static-score"
import { libraryOf } from "../setup/library"
import { planOf, queriesOf } from "../setup/queries"
import { testApp, until, type TestUser, type TestApp } from "../setup/test-app"

/* Lists of a large site: their queries, and that an index serves each of them. */

let app: TestApp
let owner: TestUser
let uuid: string
let category: number

beforeAll(async () => {
  app = await testApp()
  owner = await app.person()
  const library = libraryOf(app)
  category = await library.category("资料")
  for (const title of ["甲", "乙", "丙"]) ({ uuid } = await library.document(owner, title, { category_id: [category] }))
  await app.database.pool.query("update document set status = 2, pages = 3, view_count = 7")
})

/** Returns the statement that selects the ids of a page. */
const listing = async (input: object, as?: TestUser) => {
  const queries = await queriesOf(app, () => app.call("GET /document/list", { size: 10, page: 2, ...input }, as))
  return queries.find(({ text }) => text.includes("offset"))!
}

const orders = ["id", ...documentOrders].flatMap((name) => [`${name} desc`, `${name} asc`])

test.each(orders)("documents by %s: the ids of a page come from one index, for visitors and for staff", async (order) => {
  const name = order.split(" ")[0]!
  const index = name === "id" ? "document_list" : `document_by_${name}`
  for (const as of [undefined, await app.admin()]) {
    const plan = await planOf(app, await listing({ order }, as))
    expect(plan).toMatch(new RegExp(`Index Only Scan (Backward )?using ${index} `))
    expect(plan).not.toMatch(/Seq Scan/)
  }
})

test("综合: recommended and downloaded documents come before merely newer ones, with the same score as the search", async () => {
  const { pool } = app.database
  await pool.query("update document set view_count = 0")
  const titles = async () => {
    app.answers.clear()
    const reply = await app.call("GET /document/list", { ...listOrder("default"), size: 10 })
    return reply.ok && reply.data.document.map(({ title }) => title)
  }
  // no statistics yet: newest first
  expect(await titles()).toEqual(["丙", "乙", "甲"])
  await pool.query("update document set download_count = 5, view_count = 30, favorite_count = 2, score = 420 where title = '乙'")
  await pool.query("update document set recommend_at = now(), created_at = '2019-05-01' where title = '甲'")
  expect(await titles()).toEqual(["乙", "甲", "丙"])
  const { rows } = await pool.query("select * from document")
  for (const row of rows)
    expect(row.quality).toBe(
      Math.round(
        1_000 *
          staticScore({
            recommended: row.recommend_at !== null,
            downloads: row.download_count,
            views: row.view_count,
            favorites: row.favorite_count,
            rating: row.score,
            created_at: row.created_at,
          }),
      ),
    )
  await pool.query(
    "update document set download_count = 0, view_count = 7, favorite_count = 0, score = 300, recommend_at = null, created_at = now()",
  )
})

test.each(["view_count desc", "quality desc", "pages asc", "id desc"])(
  "filters of visitors are read from the index too, by %s",
  async (order) => {
    const plan = await planOf(app, await listing({ order, ext: "txt", fee_type: "free", language: ["zh-CN"] }))
    expect(plan).toMatch(/Index Only Scan/)
    expect(plan).not.toMatch(/Seq Scan/)
  },
)

test("the newest of a category come from the index of the category", async () => {
  const plan = await planOf(app, await listing({ category_id: [category] }))
  expect(plan).toMatch(/using document_category_category /)
  expect(plan).not.toMatch(/Seq Scan/)
})

test("the first pages of a category by views use the view index and a hash of the category; a small category is joined", async () => {
  const pageQuery = (page: number) => listing({ category_id: [category], order: "view_count desc", page })
  const hold = (count: number) => app.database.pool.query("update category set doc_count = $1 where id = $2", [count, category])
  const titles = async () => {
    const reply = await app.call("GET /document/list", { category_id: [category], order: "view_count desc", size: 10 })
    return reply.ok && reply.data.document.map(({ title }) => title)
  }
  const joined = await titles()
  expect((await pageQuery(2)).text).toContain('inner join "document_category"')
  await hold(5_000)
  const plan = await planOf(app, await pageQuery(2))
  expect(plan).toMatch(/Index Only Scan Backward using document_by_view_count /)
  expect(plan).toMatch(/hashed SubPlan/)
  app.answers.clear()
  expect(await titles()).toEqual(joined)
  expect((await pageQuery(400)).text).toContain('inner join "document_category"')
  await hold(3)
})

test.each(articleOrders)("articles by %s come from one index, with only as much of their texts as a cover needs", async (name) => {
  const queries = await queriesOf(app, () => app.call("GET /article/list", { size: 10, page: 2, order: `${name} desc` }))
  const page = queries.find(({ text }) => text.includes("offset"))!
  expect(await planOf(app, page)).toMatch(
    new RegExp(`Index Only Scan Backward using article_by_${name} |Index Scan Backward using article_by_${name} `),
  )
  const text = page.text.replaceAll(/left\("article"\."content", \$\d+\)/g, "")
  expect(text).not.toContain('"article"."content"')
  // the rows before the page are not looked through
  expect(page.text.slice(page.text.indexOf(" from (select"))).not.toContain("content")
})

test("equal rows are ordered by id, in the direction of the order", async () => {
  const ids = async (order: string) => {
    const reply = await app.call("GET /document/list", { order })
    return reply.ok ? reply.data.document.map(({ id }) => id) : []
  }
  const newest = await ids("view_count desc")
  expect(newest).toEqual(newest.toSorted((a, b) => b - a))
  expect(await ids("view_count asc")).toEqual(newest.toReversed())
})

test("reading a document takes two queries, a list of documents three with its count and two without", async () => {
  await app.call("GET /document", { uuid })
  expect(await queriesOf(app, () => app.call("GET /document", { uuid }))).toHaveLength(2)
  expect(await queriesOf(app, () => app.call("GET /document/list", { size: 10 }))).toHaveLength(3)
  expect(await queriesOf(app, () => app.call("GET /document/list", { limit: 10 }))).toHaveLength(2)
  expect(await queriesOf(app, () => app.call("GET /document/home", {}))).toHaveLength(3)
})

test("a page that is not full ends the list", async () => {
  expect(await app.call("GET /document/list", { size: 2, page: 2 })).toMatchObject({
    ok: true,
    data: { total: 3, document: { length: 1 } },
  })
  expect(await app.call("GET /document/list", { size: 2, page: 9 })).toMatchObject({
    ok: true,
    data: { total: 3, document: { length: 0 } },
  })
})

test("a few thousand rows are counted exactly; more are estimated first, then counted after the response and cached", async () => {
  const { db } = app.database
  const rows = (count: number) => sql`select 1 from generate_series(1, ${sql.raw(String(count))})`
  expect(await countRows(db, rows(1_999), "few")).toBe(1_999)
  const limited = sql`select one from generate_series(1, 30000) as one where one % 2 = 0`
  expect(await countRows(db, limited, "many")).toBeGreaterThan(2_000)
  await until(async () => (await countRows(db, limited, "many")) === 15_000)
  const queries = await queriesOf(app, () => countRows(db, limited, "many"))
  expect(queries).toHaveLength(0)
})

test("related documents are not searched beyond the category if it fills the list", async () => {
  const words = (condition: string) => `update document set keywords = '线性代数' where ${condition}`
  const relatedQueries = () => queriesOf(app, () => app.call("GET /document/related", { uuid }))
  await app.database.pool.query(words(`uuid = '${uuid}'`))
  const beyond = (all: { text: string }[]) =>
    all.filter(({ text }) => text.includes("like") || /^select "id", "title".*<> \$\d+\) order by/.test(text))
  expect(beyond(await relatedQueries())).not.toEqual([])
  const library = libraryOf(app)
  for (let n = 0; n < 10; n++) await library.document(owner, `同类 ${n}`, { category_id: [category], keywords: "线性代数" })
  await app.database.pool.query("update document set status = 2, sha256 = lpad(id::text, 64, '0')")
  expect(beyond(await relatedQueries())).toEqual([])
  const reply = await app.call("GET /document/related", { uuid })
  expect(reply.ok && reply.data.document.map(({ title }) => title.slice(0, 2))).toEqual(Array.from({ length: 10 }, () => "同类"))
})

test.each([
  ["id desc", "search_record_pkey"],
  ["total asc", "search_record_total"],
  ["spend_time desc", "search_record_spent"],
  ["created_at asc", "search_record_time"],
])("search records by %s: the ids of a page come from %s", async (order, index) => {
  const admin = await app.admin()
  const queries = await queriesOf(app, () => app.call("GET /searchrecord/list", { size: 10, page: 2, order }, admin))
  expect(
    await planOf(
      app,
      queries.find(({ text }) => text.includes("offset"))!,
    ),
  ).toMatch(new RegExp(`Index (Only )?Scan (Backward )?using ${index} `))
})
