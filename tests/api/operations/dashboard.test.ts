import { beforeAll, describe, expect, test } from "vitest"
import { PaymentType } from "@/lib/contract/money/order.enums"
import { countDaysJob } from "@/server/modules/operations/dashboard/dashboard.jobs"
import { flushViews, foldDocumentViews } from "@/server/modules/library/document/view.usecases"
import { createCtx } from "@/server/context"
import { libraryOf } from "../../setup/library"
import { planOf, queriesOf } from "../../setup/queries"
import { staffWith } from "../../setup/staff"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

let now = new Date("2031-03-10T02:00:00Z")
let app: TestApp
let reader: TestUser
let clerk: TestUser
let cashier: TestUser
const refused = (status: number) => ({ ok: false, status })
const sql = (text: string, values: unknown[] = []) => app.database.pool.query(text, values)
const later = (ms: number) => (now = new Date(now.getTime() + ms))
const minute = 60_000

beforeAll(async () => {
  app = await testApp({ now: () => now })
  reader = await app.person()
  clerk = await staffWith(app, "DashboardAPI/GetSeries", "DashboardAPI/GetDashboard")
  cashier = await staffWith(app, "DashboardAPI/GetSeries", "OrderAPI/ListOrder")
  await sql(`update "user" set created_at = '2031-01-01'`)
})

const series = async (input: object = {}, as = cashier) => {
  const reply = await app.call("GET /dashboard/series", input, as)
  if (!reply.ok) throw new Error(reply.message)
  const of = (day: string) => reply.data.day.find((one) => one.day === day)!
  return { ...reply.data, of }
}
const user = (name: string, at: string) => sql(`insert into "user" (username, created_at) values ($1, $2)`, [name, at])
const order = (no: string, fen: number, payment_type: number, at: string) =>
  sql(
    `insert into "order" (order_no, user_id, order_type, status, fen, payment_type, created_at, paid_at) values ($1, $2, 3, 2, $3, $4, $5, $5)`,
    [no, reader.id, fen, payment_type, at],
  )

describe("numbers per day", () => {
  test("are only for users with the permission; an invalid day is rejected", async () => {
    for (const key of ["GET /dashboard/series", "GET /dashboard"] as const) {
      expect(await app.call(key)).toMatchObject(refused(401))
      expect(await app.call(key, {}, reader)).toMatchObject(refused(403))
    }
    for (const from of ["yesterday", "2031-13-01", "2031-3-1", ["2031-03-01"]])
      expect(await app.call("GET /dashboard/series", { from }, clerk)).toMatchObject(refused(400))
  })

  test("cover the last 30 days in the time zone of the site by default, at most a year and a day", async () => {
    const { day } = await series()
    expect([day.length, day[0]!.day, day.at(-1)!.day]).toEqual([30, "2031-02-09", "2031-03-10"])
    expect((await series({ from: "2031-03-12", to: "2031-03-08" })).day.map((one) => one.day)).toEqual([
      "2031-03-08",
      "2031-03-09",
      "2031-03-10",
    ])
    expect((await series({ from: "2001-01-01" })).day).toHaveLength(366)
    expect((await series({ from: "2040-01-01", to: "2040-01-02" })).day.map((one) => one.day)).toEqual(["2031-03-10"])
  })

  test("count new content by midnight of the site, at most a minute late", async () => {
    // the first count covers all past days
    await sql("delete from daily_count")
    // 15:59:59 UTC is the last second of a day in Asia/Shanghai
    await user("昨天的人", "2031-03-09T15:59:59Z")
    await user("今天的人", "2031-03-09T16:00:00Z")
    await sql("insert into download (user_id, document_id, created_at) values (1, 1, $1), (2, 1, $1)", [now])
    await sql("insert into search_record (keywords, created_at) values ('豆子', $1)", [now])
    await sql("insert into conversion (sha256, version, created_at) values (repeat('a', 64), 1, $1)", [now])
    later(minute)
    const { of, counted_at } = await series({ from: "2031-03-08" })
    expect([of("2031-03-08").user, of("2031-03-09").user, of("2031-03-10").user]).toEqual([0, 1, 1])
    expect(of("2031-03-10")).toMatchObject({ download: 2, search: 1, conversion: 1 })
    expect(counted_at).toBe(now.toISOString())
    await user("还有一个", now.toISOString())
    later(minute - 1)
    expect((await series()).of("2031-03-10").user).toBe(1)
    later(1)
    expect((await series()).of("2031-03-10").user).toBe(2)
  })

  test("income is received money, refunds are listed beside it; users without access to orders see neither", async () => {
    await order("1", 1_000, PaymentType.wechat, now.toISOString())
    await order("2", 250, PaymentType.cash, now.toISOString())
    for (const type of [PaymentType.credit, PaymentType.code, PaymentType.system]) await order(`${type}0`, 9_999, type, now.toISOString())
    await sql(
      "insert into order_refund (refund_no, order_id, user_id, operator_id, status, fen, done_at) values ('R1', 1, 1, 1, 2, 100, $1), ('R2', 1, 1, 1, 1, 50, $1)",
      [now],
    )
    later(minute)
    expect((await series()).of("2031-03-10")).toMatchObject({ order: 5, paid: 5, income: 1_250, refund: 100 })
    const { of } = await series({}, clerk)
    expect(of("2031-03-10")).toMatchObject({ user: 2, order: 0, paid: 0, income: 0, refund: 0 })
  })

  test("a view of a document counts for its day", async () => {
    const author = await app.person()
    const { uuid } = await libraryOf(app).document(author, "被看的")
    const before = (await series()).of("2031-03-10").view
    await app.call("POST /document/view", { uuid }, reader)
    await app.call("POST /document/view", { uuid }, reader)
    await flushViews(app)
    await foldDocumentViews(createCtx(app))
    expect((await series()).of("2031-03-10").view).toBe(before + 1)
  })

  test("past days keep their numbers, whatever is deleted later; a day ends after its last count", async () => {
    await user("晚来的", new Date("2031-03-10T15:59:00Z").toISOString())
    now = new Date("2031-03-10T16:10:00Z")
    await countDaysJob.run(createCtx(app), {}, new AbortController().signal)
    const ended = (await series({ from: "2031-03-10" })).of("2031-03-10")
    // the two from before, the author, and the latest user
    expect(ended.user).toBe(4)
    now = new Date("2031-03-13T16:10:00Z")
    await sql("delete from download")
    await sql("delete from search_record")
    await countDaysJob.run(createCtx(app), {}, new AbortController().signal)
    const { of, before, day } = await series({ from: "2031-03-14", to: "2031-03-14" })
    expect([day.length, of("2031-03-14").download]).toEqual([1, 0])
    const { of: past } = await series({ from: "2031-03-08" })
    expect(past("2031-03-10")).toMatchObject({ ...ended, day: "2031-03-10" })
    expect(before.user).toBe(0)
    expect((await series({ from: "2031-03-11", to: "2031-03-12" })).before).toMatchObject({ user: 5, download: 2 })
  })

  test("only the counters are read while they are fresh, and each count reads an index", async () => {
    await series()
    const fresh = await queriesOf(app, () => series())
    expect(fresh.filter(({ text }) => /to_char/.test(text))).toEqual([])
    later(minute)
    const queries = (await queriesOf(app, () => series())).filter(({ text }) => /to_char/.test(text))
    expect(queries).toHaveLength(10)
    for (const one of queries) {
      const plan = await planOf(app, one)
      expect(plan, one.text).toMatch(/Index (Only )?Scan/)
      expect(plan, one.text).not.toMatch(/Seq Scan/)
    }
  })
})

describe("totals", () => {
  const total = async (key: "GET /document/list" | "GET /article/list", as?: TestUser) => {
    const reply = await app.call(key, { page: 1, size: 1 }, as)
    return reply.ok ? reply.data.total : -1
  }
  const listed = async (key: "GET /document/list" | "GET /article/list", { id }: TestUser) => {
    const reply = await app.call(key, { user_id: [id], page: 1, size: 1 })
    return reply.ok ? reply.data.total : -1
  }
  const read = async () => {
    const reply = await app.call("GET /dashboard", {}, clerk)
    if (!reply.ok) throw new Error(reply.message)
    return reply.data
  }

  test("agree with the lists that staff and visitors see, and with the numbers of the home page", async () => {
    const library = libraryOf(app)
    const author = await app.person()
    const category = await library.category("资料")
    for (const title of ["甲", "乙", "丙"]) await library.document(author, title, { category_id: [category] })
    await sql("update document set status = 2, ext = 'pdf' where title in ('甲', '乙')")
    await sql("update document set status = 6 where title = '丙'")
    const admin = await app.admin()
    await library.article(admin, "一篇")
    const { identifier } = await library.article(admin, "关于我们")
    await library.set("footer", { about: `/article/${identifier}` })
    const { total: all, format, category: categories } = await read()
    const stats = await app.call("GET /stats")
    if (!stats.ok) throw new Error(stats.message)
    expect(all.document).toBe(await total("GET /document/list", admin))
    expect(all.document_public).toBe(await total("GET /document/list"))
    expect(all.document_public).toBe(stats.data.document_count)
    expect(all.document).toBeGreaterThan(all.document_public)
    expect(all.article).toBe(await total("GET /article/list", admin))
    expect(all.article_public).toBe(await total("GET /article/list"))
    expect(all.article_public).toBe(stats.data.article_count)
    expect(all.article_page).toBe(1)
    expect(all.article).toBe(all.article_public + all.article_page)
    expect(format.reduce((sum, one) => sum + one.count, 0)).toBe(all.document_public)
    expect(format).toContainEqual({ ext: "pdf", count: 2 })
    expect(categories).toContainEqual({ id: category, title: "资料", count: 3 })
  })

  test("of a user are the same: on their page, in their card beside a document, and after a view", async () => {
    const library = libraryOf(app)
    const author = await app.person()
    const made = [await library.document(author, "丁"), await library.document(author, "戊"), await library.document(author, "己")]
    await sql("update document set status = 2 where title in ('丁', '戊')")
    await sql("update document set status = 6 where title = '己'")
    await library.article(author, "写过一篇")
    const { identifier } = await library.article(author, "他写的联系我们")
    await library.set("footer", { contact: `/article/${identifier}` })
    const shared = { doc_count: 2, article_count: 1 }
    expect([await listed("GET /document/list", author), await listed("GET /article/list", author)]).toEqual([2, 1])
    for (const as of [undefined, author])
      expect(await app.call("GET /user", { id: author.id }, as)).toMatchObject({ ok: true, data: shared })
    expect(await app.call("GET /document", { id: made[0]!.id })).toMatchObject({ ok: true, data: { user: shared } })
    expect(await app.call("POST /document/view", { uuid: made[0]!.uuid })).toMatchObject({ ok: true, data: { author: shared } })
    // their own row counts all of their items, as the lists of the personal area do
    expect(await app.call("GET /user", {}, author)).toMatchObject({ ok: true, data: { doc_count: 3, article_count: 2 } })
  })

  test("include the backlog of the conversions and the queue", async () => {
    await sql("update document set status = 3, convert_error = 'x' where title = '甲'")
    await sql("update document set status = 0, convert_error = '缺少 LibreOffice' where title = '乙'")
    await sql("update document set status = 1 where title = '丙'")
    expect((await read()).queue).toMatchObject({ failed: 1, stopped: 1, converting: 1, job_failed: expect.any(Number) as number })
  })
})
