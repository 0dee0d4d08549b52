import { beforeAll, beforeEach, expect, test } from "vitest"
import { ErrorCode } from "@/lib/contract/error-code"
import { OrderStatus, OrderType, PaymentType } from "@/lib/contract/money/order.enums"
import { shopOf, type TestShop } from "../../setup/shop"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

/* Clients without support for orders buy a document by downloading it, if the site has enabled that (docs/reference/api.md 6.4). */

let app: TestApp
let shop: TestShop
let author: TestUser
let titles = 0
beforeAll(async () => {
  app = await testApp()
  shop = shopOf(app)
  await shop.set("score", { register: 0, upload_document: 0, credit_name: "金豆" })
  await shop.set("download", { times_every_day: 1_000, times_every_ip: 1_000, enable_guest_download: true })
})
beforeEach(async () => {
  author = await shop.buyer()
  await shop.set("download", { enable_direct_purchase: true })
})
const priced = (price: number) => shop.document(author, `直接买 ${++titles}`, { price })
const fetchIt = (id: number, as?: TestUser, more: object = {}) => app.call("GET /document/download", { id, ...more }, as)
const balances = async (...people: TestUser[]) =>
  (
    await shop.rows<{ credit_count: string }>(`select credit_count from "user" where id = any($1) order by id`, [
      people.map(({ id }) => id),
    ])
  ).map((row) => Number(row.credit_count))

test("disabled: nothing is bought", async () => {
  await shop.set("download", { enable_direct_purchase: false })
  const [made, buyer] = [await priced(25), await shop.buyer(40)]
  expect(await fetchIt(made.id, buyer)).toMatchObject({ ok: false, status: 403 })
  expect(await balances(author, buyer)).toEqual([0, 40])
})

test("enabled: the author gets the credits, the order exists, and the next download is free", async () => {
  const [made, buyer] = [await priced(25), await shop.buyer(40)]
  for (let n = 0; n < 2; n++) expect(await fetchIt(made.id, buyer)).toMatchObject({ ok: true, data: { url: expect.any(String) } })
  expect(await balances(author, buyer)).toEqual([25, 15])
  const orders = await app.call("GET /user/order", {}, buyer)
  expect(orders).toMatchObject({
    data: {
      total: 1,
      order: [{ status: OrderStatus.paid, order_type: OrderType.document, payment_type: PaymentType.credit, amount: 25 }],
    },
  })
  expect(await shop.rows("select is_pay from download where user_id = $1", [buyer.id])).toEqual([{ is_pay: true }, { is_pay: true }])
})

test("a request with ask, as pages of the site send it, gets purchaseRequired", async () => {
  const [made, buyer] = [await priced(25), await shop.buyer(40)]
  const request = { id: "test", ip: "203.0.113.7", user_agent: "test", token: buyer.token }
  expect(await app.dispatch("GET /document/download", { id: made.id, ask: "true" }, request)).toMatchObject({
    status: 403,
    body: { code: ErrorCode.purchaseRequired },
  })
  expect(await balances(author, buyer)).toEqual([0, 40])
})

test("visitors, too few credits, and a reached limit: no credits move and no order is left", async () => {
  const [made, buyer] = [await priced(25), await shop.buyer(24)]
  expect(await fetchIt(made.id)).toMatchObject({ ok: false, status: 403, message: "付费文档，请先登录再下载" })
  expect(await fetchIt(made.id, buyer)).toMatchObject({ ok: false, status: 403, message: "金豆不足，无法下载" })
  await shop.give(buyer, 10)
  await shop.set("download", { times_every_day: 0 })
  expect(await fetchIt(made.id, buyer)).toMatchObject({ ok: false, status: 403 })
  await shop.set("download", { times_every_day: 1_000 })
  expect(await balances(author, buyer)).toEqual([0, 34])
  expect(await app.call("GET /user/order", {}, buyer)).toMatchObject({ data: { total: 0 } })
})

test("forty parallel purchases charge the price once, and two users who buy from each other do not deadlock", async () => {
  const [made, buyer] = [await priced(25), await shop.buyer(60)]
  const replies = await Promise.all(Array.from({ length: 40 }, () => fetchIt(made.id, buyer)))
  expect(replies.filter(({ ok }) => ok)).toHaveLength(40)
  expect(await balances(author, buyer)).toEqual([25, 35])
  const theirs = await shop.document(buyer, `直接买 ${++titles}`, { price: 5 })
  const others = await Promise.all([priced(5), priced(5), priced(5)])
  const crossed = await Promise.all(others.flatMap(({ id }) => [fetchIt(id, buyer), fetchIt(theirs.id, author)]))
  expect(crossed.filter(({ ok }) => ok)).toHaveLength(6)
  expect(await balances(author, buyer)).toEqual([35, 25])
})

test("an order waiting for another payment method is the one that is paid", async () => {
  const [made, buyer] = [await priced(25), await shop.buyer(40)]
  const { order_no } = await shop.order(buyer, made.id)
  expect(await fetchIt(made.id, buyer)).toMatchObject({ ok: true })
  expect(await shop.read(buyer, order_no)).toMatchObject({ status: OrderStatus.paid })
})
