import { beforeEach, describe, expect, test } from "vitest"
import { OrderStatus, OrderType } from "@/lib/contract/money/order.enums"
import { bearer, send } from "../../process/support/client"
import { readingApp } from "../../setup/reading"
import { siteOf } from "../../setup/site"
import type { TestUser } from "../../setup/test-app"

/* Buyers of a document, and members if it is for members, can read all of its pages; buyers can download the file (docs/decisions/015). */

const { app, library, read, owner, other } = await readingApp()
await library.set("download", { times_every_day: 1_000, times_every_ip: 1_000 })
const base = await siteOf(app)
const dayMs = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * dayMs)

beforeEach(async () => {
  await library.set("download", { free_download_duration: 0, enable_guest_download: false })
  await library.set("vip", { enable: true })
})

/** Creates a document of four pages, two of which everyone can read. */
const documentOf = async (title: string, more: object) => {
  await library.set("converter", { max_preview_percent: 50 })
  const made = await read.submit(owner, title, { pages: ["一", "二", "三", "四"] }, more)
  await library.set("converter", { max_preview_percent: 100 })
  return made
}

let orders = 0
type Order = { type?: number; status?: number; paidAt?: Date }
const order = (
  by: TestUser,
  productId: number,
  { type = OrderType.document, status = OrderStatus.paid, paidAt = new Date() }: Order = {},
) =>
  app.database.pool.query(
    `insert into "order" (order_no, user_id, order_type, status, product_id, price, amount, paid_at) values ($1, $2, $3, $4, $5, 10, 10, $6)`,
    [`no${++orders}`, by.id, type, status, productId, paidAt],
  )
const card = (of: TestUser, from: Date, to: Date) =>
  app.database.pool.query("insert into user_vip (user_id, type, joined_at, expired_at) values ($1, 0, $2, $3)", [of.id, from, to])

const statusOf = async (path: string, as: TestUser | null) => (await send(base + path, { headers: bearer(as) })).status
/**
 * Returns a user's access to the document: the readable pages, whether page 3 is available at each of its URLs, and whether the file is.
 */
const rightsOf = async ({ id, uuid }: { id: number; uuid: string }, as: TestUser | null) => {
  const reply = await app.call("GET /document", { uuid }, as ?? undefined)
  if (!reply.ok) throw new Error(reply.message)
  const { readable_pages, page_sizes, is_bought } = reply.data
  const text = await app.call("GET /document/text", { uuid, page: 3 }, as ?? undefined)
  const beyond = [
    `/view/page/${uuid}/3.svg`,
    `/view/page/${id}/3.gzip.svg?v=1`,
    `/view/thumb/${uuid}/3`,
    `/api/v1/document/words?uuid=${uuid}&page=3`,
  ]
  const statuses = new Set(await Promise.all(beyond.map((path) => statusOf(path, as))))
  expect(page_sizes.length).toBe(readable_pages)
  // without permission for the text, none is returned, not even that of the readable pages
  expect(text.ok ? text.data.text.length : text.status).toBe(readable_pages > 2 ? readable_pages - 2 : 403)
  const download = await app.call("GET /document/download", { id }, as ?? undefined)
  return { pages: readable_pages, beyond: [...statuses], bought: is_bought, file: download.ok ? 200 : download.status }
}
const nothing = { pages: 2, beyond: [403], bought: false, file: 403 }
const everything = { pages: 4, beyond: [200], bought: true, file: 200 }

describe("a priced document", () => {
  test("a buyer reads every page and can download the file repeatedly", async () => {
    const made = await documentOf("买一份", { price: 10 })
    expect(await rightsOf(made, other)).toEqual(nothing)
    await order(other, made.id)
    expect(await rightsOf(made, other)).toEqual(everything)
    expect(await rightsOf(made, other)).toEqual(everything)
    expect(await rightsOf(made, await app.person())).toEqual(nothing)
    expect(await rightsOf(made, null)).toEqual({ ...nothing, file: 401 })
    const { rows } = await app.database.pool.query("select is_pay from download where document_id = $1", [made.id])
    expect(rows).toEqual([{ is_pay: true }, { is_pay: true }])
  })

  test.each<[string, Order]>([
    ["that is not paid yet", { status: OrderStatus.pending }],
    ["that was closed", { status: OrderStatus.closed }],
    ["for a card whose number is the document's", { type: OrderType.vip }],
    ["for credits", { type: OrderType.recharge }],
  ])("an order %s gives no access", async (_, values) => {
    const [made, person] = [await documentOf(`不算 ${_}`, { price: 10 }), await app.person()]
    await order(person, made.id, values)
    await order(person, made.id + 1_000)
    expect(await rightsOf(made, person)).toEqual(nothing)
  })

  test("a purchase is valid for the configured days, and for ever with 0", async () => {
    const [made, person] = [await documentOf("十天", { price: 10 }), await app.person()]
    await order(person, made.id, { paidAt: ago(11) })
    expect(await rightsOf(made, person)).toEqual(everything)
    await library.set("download", { free_download_duration: 10 })
    const late = await app.person()
    await order(late, made.id, { paidAt: ago(11) })
    expect(await rightsOf(made, late)).toEqual(nothing)
    await order(late, made.id, { paidAt: ago(9) })
    expect(await rightsOf(made, late)).toEqual(everything)
  })

  test("pages that were not rendered cannot be read by any user; buyers and the owner get the text of all pages", async () => {
    await library.set("converter", { max_preview: 3 })
    const made = await read.submit(owner, "只画三页", { pages: ["一", "二", "三", "四"] }, { price: 10 })
    await library.set("converter", { max_preview: 0 })
    await order(other, made.id)
    for (const as of [other, owner]) {
      const reply = await app.call("GET /document", { uuid: made.uuid }, as)
      expect(reply.ok && [reply.data.pages, reply.data.readable_pages, reply.data.page_sizes.length]).toEqual([4, 3, 3])
      const text = await app.call("GET /document/text", { uuid: made.uuid, page: 4 }, as)
      expect(text.ok && text.data.text).toMatchObject([{ text: "四" }])
    }
  })

  test("a document that is no longer public is not available to its buyers either", async () => {
    const [made, person] = [await documentOf("后来停用", { price: 10 }), await app.person()]
    await order(person, made.id)
    await read.change(made.uuid, "status = 4")
    expect(await statusOf(`/view/page/${made.uuid}/3.svg`, person)).toBe(404)
    expect(await app.call("GET /document/download", { id: made.id }, person)).toMatchObject({ ok: false, status: 404 })
  })
})

describe("a document for members", () => {
  test("members read every page and still pay the price", async () => {
    const made = await documentOf("会员读", { price: 10, is_vip: true })
    const [member, former] = [await app.person(), await app.person()]
    await card(member, ago(1), ago(-30))
    await card(former, ago(40), ago(10))
    expect(await rightsOf(made, member)).toEqual({ ...everything, bought: false, file: 403 })
    expect(await rightsOf(made, former)).toEqual(nothing)
    expect(await rightsOf(await documentOf("不是会员的", { price: 10 }), member)).toEqual(nothing)
    await library.set("vip", { enable: false })
    const late = await app.person()
    await card(late, ago(1), ago(-30))
    expect(await rightsOf(made, late)).toEqual(nothing)
  })

  test("a document for members without a price is downloaded by its owner and members only [security: members-only]", async () => {
    const made = await documentOf("会员免费", { is_vip: true })
    await library.set("download", { enable_guest_download: true })
    expect(await app.call("GET /document/download", { id: made.id })).toMatchObject({
      ok: false,
      status: 401,
      message: "VIP 文档，请先登录再下载",
    })
    expect(await app.call("GET /document/download", { id: made.id }, other)).toMatchObject({
      ok: false,
      status: 403,
      message: "这份文档供 VIP 会员下载，开通 VIP 后就可以下载",
    })
    expect(await app.call("GET /document/download", { id: made.id }, owner)).toMatchObject({ ok: true })
    const member = await app.person()
    await card(member, ago(1), ago(-30))
    expect(await app.call("GET /document/download", { id: made.id }, member)).toMatchObject({ ok: true })
    await library.set("vip", { enable: false })
    expect(await app.call("GET /document/download", { id: made.id }, other)).toMatchObject({ ok: true })
    expect(await app.call("GET /document/download", { id: made.id })).toMatchObject({ ok: true })
  })
})
