import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { OrderStatus, OrderType, PaymentType } from "@/lib/contract/money/order.enums"
import { PunishmentType } from "@/lib/contract/people/punishment.enums"
import { createCtx } from "@/server/context"
import { closeOverdueOrders } from "@/server/modules/money/order/expiry.usecases"
import { shopOf, type TestShop } from "../../setup/shop"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

/* Orders: the price of each product, and what can happen to an order before it is paid (docs/decisions/064). */

const start = new Date("2026-11-20T04:00:00Z")
let now = start
const later = (minutes: number) => (now = new Date(start.getTime() + minutes * 60_000))
let app: TestApp
let shop: TestShop
let author: TestUser
beforeAll(async () => {
  app = await testApp({ now: () => now })
  shop = shopOf(app)
  await shop.set("score", {
    register: 0,
    upload_document: 0,
    credit_exchange: 10,
    enable_recharge: true,
    recharge_discount: "100:1\n500:0.95",
  })
  await shop.set("vip", {
    enable: true,
    year_price: 19_900,
    year_original_price: 29_900,
    year_document_discount: 80,
    year_download: 400,
    year_times_every_day: 10,
    month_price: 1_990,
  })
  author = await shop.buyer()
})
beforeEach(() => later(0))
const create = (input: Record<string, unknown>, as?: TestUser) => app.call("POST /order", input, as)
const document = (product_id: number) => ({ order_type: OrderType.document, product_id })
let titles = 0
const priced = (price: number, more: object = {}) => shop.document(author, `卖 ${++titles}`, { price, ...more })
const card = (of: TestUser, values: { type?: number; discount?: number; days?: number }) =>
  app.database.pool.query("insert into user_vip (user_id, type, discount, joined_at, expired_at) values ($1, $2, $3, $4, $5)", [
    of.id,
    values.type ?? 0,
    values.discount ?? 0,
    new Date(start.getTime() - 1),
    new Date(start.getTime() + (values.days ?? 30) * 86_400_000),
  ])

describe("looking at a price", () => {
  const read = (input: Record<string, unknown>, as?: TestUser) => app.call("GET /order/offer", input, as)
  const orders = async (of: TestUser) => (await app.database.pool.query(`select 1 from "order" where user_id = $1`, [of.id])).rowCount

  test("names what an order would cost now, and leaves none", async () => {
    const [made, buyer] = [await priced(25), await shop.buyer()]
    await card(buyer, { discount: 80 })
    const reply = await read(document(made.id), buyer)
    expect(reply).toMatchObject({
      ok: true,
      data: { product_id: made.id, price: 25, amount: 20, coupon_amount: 5, fen: 200, owned: false },
    })
    expect(await read({ order_type: OrderType.vip, product_id: 0 }, buyer)).toMatchObject({ data: { fen: 19_900 } })
    expect(await orders(buyer)).toBe(0)
    expect(await shop.order(buyer, made.id)).toMatchObject({ amount: 20, fen: 200 })
  })

  test("tells the owner, and the reader of a free document, that nothing is to be paid", async () => {
    const made = await priced(25)
    expect(await read(document(made.id), author)).toMatchObject({ data: { owned: true, amount: 0, fen: 0 } })
    expect(await read(document((await priced(0)).id), await shop.buyer())).toMatchObject({ data: { owned: true } })
  })

  test("is refused as an order is: to visitors, for unknown documents and for what is not sold", async () => {
    const buyer = await shop.buyer()
    expect(await read(document(1))).toMatchObject({ status: 401 })
    expect(await read(document(999_999), buyer)).toMatchObject({ status: 404 })
    expect(await read({ order_type: 9 }, buyer)).toMatchObject({ status: 400, message: "订单类型不正确" })
    expect(await read({ order_type: OrderType.vip, product_id: 77 }, buyer)).toMatchObject({ status: 400 })
  })
})

describe("ordering a document", () => {
  test("uses the current price, in credits and in money, and is open for half an hour", async () => {
    const [made, buyer] = [await priced(25), await shop.buyer()]
    const order = await shop.order(buyer, made.id)
    expect(order).toMatchObject({
      order_no: expect.stringMatching(/^20261120120000\d{6}$/),
      user_id: buyer.id,
      order_type: 1,
      status: OrderStatus.pending,
      product_id: made.id,
      product_uuid: made.uuid,
      quantity: 1,
      price: 25,
      amount: 25,
      coupon_amount: 0,
      fen: 250,
      payment_type: 0,
      paid_at: null,
      closed_at: "2026-11-20T04:30:00.000Z",
    })
    await app.database.pool.query("update document set price = 99, title = '改名' where id = $1", [made.id])
    await shop.set("score", { credit_exchange: 1 })
    expect(await shop.read(buyer, order.order_no)).toEqual({ ...order, file_missing: false })
    await shop.set("score", { credit_exchange: 10 })
  })

  test("again returns the pending order at the same price, closes one at another price, and creates a new one when it has expired", async () => {
    const [made, buyer] = [await priced(25), await shop.buyer()]
    const first = await shop.order(buyer, made.id)
    expect((await shop.order(buyer, made.id)).order_no).toBe(first.order_no)
    await app.database.pool.query("update document set price = 30 where id = $1", [made.id])
    const second = await shop.order(buyer, made.id)
    expect(second).toMatchObject({ status: 1, amount: 30 })
    expect(await shop.read(buyer, first.order_no)).toMatchObject({ status: OrderStatus.closed, amount: 25 })
    later(31)
    const third = await shop.order(buyer, made.id)
    expect(third.order_no).not.toBe(second.order_no)
    expect(await shop.read(buyer, second.order_no)).toMatchObject({ status: OrderStatus.closed })
    expect((await shop.order(await shop.buyer(), made.id)).order_no).not.toBe(third.order_no)
  })

  test("twenty at once create one order", async () => {
    const [made, buyer] = [await priced(25), await shop.buyer()]
    const made20 = await Promise.all(Array.from({ length: 20 }, () => shop.order(buyer, made.id)))
    expect(new Set(made20.map(({ order_no }) => order_no)).size).toBe(1)
  })

  test("the owner, a free document and a valid purchase need no order: the response is paid, and nothing is stored", async () => {
    const [made, free, buyer] = [await priced(25), await priced(0), await shop.buyer(25)]
    expect(await shop.order(author, made.id)).toMatchObject({ status: OrderStatus.paid, order_no: "", amount: 0, product_uuid: made.uuid })
    expect(await shop.order(buyer, free.id)).toMatchObject({ status: OrderStatus.paid, order_no: "" })
    const { order_no } = await shop.order(buyer, made.id)
    await shop.pay(buyer, order_no)
    expect(await shop.order(buyer, made.id)).toMatchObject({ status: OrderStatus.paid, order_no, payment_type: PaymentType.credit })
    const { rows } = await app.database.pool.query(`select 1 from "order" where product_id = any($1)`, [[made.id, free.id]])
    expect(rows).toHaveLength(1)
    // a document obtained for free is not owned once it has a price
    await app.database.pool.query("update document set price = 5 where id = $1", [free.id])
    expect(await shop.order(buyer, free.id)).toMatchObject({ status: OrderStatus.pending, amount: 5 })
  })

  test("the best valid card gives its discount on documents that are not for members", async () => {
    const buyer = await shop.buyer()
    for (const values of [{ discount: 90 }, { type: 2, discount: 85 }, { type: 1, discount: 10, days: -0.5 }, { type: 1, discount: 0 }])
      await card(buyer, values)
    expect(await shop.order(buyer, (await priced(15)).id)).toMatchObject({ price: 15, amount: 13, coupon_amount: 2, fen: 130 })
    expect(await shop.order(buyer, (await priced(15, { is_vip: true })).id)).toMatchObject({ amount: 15, coupon_amount: 0 })
    await shop.set("vip", { enable: false })
    expect(await shop.order(buyer, (await priced(15)).id)).toMatchObject({ amount: 15 })
    await shop.set("vip", { enable: true })
  })

  test.each<[string, string]>([
    ["one that is in review", "status = 6"],
    ["one that was disabled", "status = 4"],
    ["one that was deleted", "deleted_at = now()"],
  ])("%s is not found", async (_, change) => {
    const [made, buyer, admin] = [await priced(25), await shop.buyer(25), await app.admin()]
    const { order_no } = await shop.order(buyer, made.id)
    await app.database.pool.query(`update document set ${change} where id = $1`, [made.id])
    expect(await create(document(made.id), buyer)).toMatchObject({ ok: false, status: 404, message: "文档不存在" })
    expect(await create(document(made.id), admin)).toMatchObject({ ok: false, status: 404 })
    expect(await shop.pay(buyer, order_no)).toMatchObject({ ok: false, status: 404 })
    expect(await shop.credits(buyer)).toBe(25)
  })

  test("a user without the download permission buys nothing", async () => {
    const [made, buyer] = [await priced(25), await shop.buyer(25)]
    const { order_no } = await shop.order(buyer, made.id)
    await shop.punish(buyer, PunishmentType.download, { reason: "盗链" })
    for (const reply of [await create(document(made.id), buyer), await shop.pay(buyer, order_no)])
      expect(reply).toMatchObject({ ok: false, status: 403, message: expect.stringContaining("盗链") })
  })
})

describe("ordering a membership", () => {
  test("costs the price of the plan and stores what the plan gives", async () => {
    const buyer = await shop.buyer()
    expect(await shop.orderVip(buyer, 0)).toMatchObject({
      order_type: 2,
      product_id: 0,
      product_name: "年卡VIP",
      price: 2_990,
      amount: 1_990,
      coupon_amount: 1_000,
      fen: 19_900,
    })
    const first = await shop.orderVip(buyer, 2)
    expect(first).toMatchObject({ amount: 199, fen: 1_990 })
    await shop.set("vip", { month_download: 5 })
    expect((await shop.orderVip(buyer, 2)).order_no).not.toBe(first.order_no)
    await shop.set("vip", { month_download: 0 })
  })
  test.each([1, 3, -1, 999_999_999_999_999])("plan %d is not sold", async (product_id) =>
    expect(await create({ order_type: OrderType.vip, product_id }, author)).toMatchObject({ ok: false, status: 400 }),
  )
  test("a site without memberships sells none", async () => {
    await shop.set("vip", { enable: false })
    expect(await create({ order_type: OrderType.vip, product_id: 0 }, author)).toMatchObject({ status: 400, message: "网站没有开通 VIP" })
    await shop.set("vip", { enable: true })
  })
})

describe("ordering credits", () => {
  test("costs what the pricing rule gives", async () => {
    expect(await shop.orderCredits(author, 700)).toMatchObject({
      order_type: 3,
      product_name: "充值 700 魔豆",
      quantity: 700,
      price: 1,
      amount: 665,
      coupon_amount: 35,
      fen: 6_650,
    })
    const one = await shop.orderCredits(author, 99)
    expect(one).toMatchObject({ amount: 99, fen: 990 })
    expect((await shop.orderCredits(author, 99)).order_no).toBe(one.order_no)
    expect((await shop.orderCredits(author, 98)).order_no).not.toBe(one.order_no)
  })
  test.each([0, -5, 1_000_001, 999_999_999_999_999])("%d credits cannot be ordered", async (quantity) =>
    expect(await create({ order_type: OrderType.recharge, quantity }, author)).toMatchObject({ ok: false, status: 400 }),
  )
  test("an order below one 分 is not free", async () => {
    await shop.set("score", { credit_exchange: 100_000 })
    expect(await create({ order_type: OrderType.recharge, quantity: 499 }, author)).toMatchObject({
      status: 400,
      message: "充值的数量太少了",
    })
    expect(await create({ order_type: OrderType.recharge, quantity: 1_000 }, author)).toMatchObject({ ok: true, data: { fen: 1 } })
    await shop.set("score", { credit_exchange: 10, enable_recharge: false })
    expect(await create({ order_type: OrderType.recharge, quantity: 100 }, author)).toMatchObject({
      status: 400,
      message: "网站没有开通充值",
    })
    await shop.set("score", { enable_recharge: true })
  })
})

describe("an order belongs to its owner", () => {
  test.each(["GET /order", "GET /order/status", "POST /order/pay", "PUT /order/close", "DELETE /order", "GET /user/vip/order"] as const)(
    "%s returns 401 for a visitor, 404 for other users including staff, and for invalid numbers [security: 8.2.2]",
    async (key) => {
      const [made, buyer] = [await priced(25), await shop.buyer()]
      const { order_no } = await shop.order(buyer, made.id)
      const input = (no: string) => ({ order_no: no, payment_type: PaymentType.credit })
      expect(await app.call(key, input(order_no))).toMatchObject({ ok: false, status: 401 })
      // staff may close any order
      for (const as of key === "PUT /order/close" ? [author] : [author, await app.admin()])
        expect(await app.call(key, input(order_no), as)).toMatchObject({ ok: false, status: 404 })
      expect(await app.call(key, input("1"), buyer)).toMatchObject({ ok: false, status: 404 })
      for (const wrong of ["", "abc", "1".repeat(33)])
        expect(await app.call(key, input(wrong), buyer)).toMatchObject({ ok: false, status: 400 })
      expect(await shop.read(buyer, order_no)).toMatchObject({ status: OrderStatus.pending })
    },
  )
  test("POST /order returns 401 for a visitor, 400 for invalid types", async () => {
    expect(await create(document(1))).toMatchObject({ ok: false, status: 401 })
    for (const input of [{}, { order_type: 0 }, { order_type: 4, product_id: 1 }, { order_type: "x" }])
      expect(await create(input, author)).toMatchObject({ ok: false, status: 400 })
    expect(await create({ order_type: 1 }, author)).toMatchObject({ ok: false, status: 404 })
  })
})

describe("closing and deleting", () => {
  test("a pending order is closed once, and only then removed from the list", async () => {
    const [made, buyer] = [await priced(25), await shop.buyer(25)]
    const { order_no } = await shop.order(buyer, made.id)
    expect(await app.call("DELETE /order", { order_no }, buyer)).toMatchObject({ status: 409, message: "只有已关闭的订单可以删除" })
    later(3)
    const closed = { ok: true, data: { order_no, status: OrderStatus.closed, closed_at: "2026-11-20T04:03:00.000Z" } }
    expect(await app.call("PUT /order/close", { order_no }, buyer)).toMatchObject(closed)
    later(4)
    expect(await app.call("PUT /order/close", { order_no }, buyer)).toMatchObject(closed)
    expect(await shop.pay(buyer, order_no)).toMatchObject({ status: 409, message: "订单已关闭，请重新下单" })
    expect(await app.call("GET /user/order", { status: [3] }, buyer)).toMatchObject({ data: { total: 1 } })
    expect(await app.call("DELETE /order", { order_no }, buyer)).toMatchObject({ ok: true })
    expect(await app.call("GET /user/order", {}, buyer)).toMatchObject({ data: { total: 0, order: [] } })
    expect(await app.call("GET /order", { order_no }, buyer)).toMatchObject({ status: 404 })
    expect(await shop.rows(`select 1 from "order" where order_no = $1`, [order_no])).toHaveLength(1)
  })
  test("a paid order can be neither closed nor deleted", async () => {
    const [made, buyer] = [await priced(25), await shop.buyer(25)]
    const { order_no } = await shop.order(buyer, made.id)
    await shop.pay(buyer, order_no)
    expect(await app.call("PUT /order/close", { order_no }, buyer)).toMatchObject({ status: 409, message: "订单已经支付，不能关闭" })
    expect(await app.call("DELETE /order", { order_no }, buyer)).toMatchObject({ status: 409 })
    expect(await shop.read(buyer, order_no)).toMatchObject({ status: OrderStatus.paid, closed_at: null })
  })
  test("an order unpaid at its deadline is closed by the server, and cannot be paid in the meantime either", async () => {
    await shop.set("security", { order_timeout: 10 })
    const [made, buyer] = [await priced(25), await shop.buyer(25)]
    const { order_no } = await shop.order(buyer, made.id)
    later(9)
    const other = await shop.order(buyer, (await priced(5)).id)
    await closeOverdueOrders(createCtx(app), () => false)
    expect(await shop.read(buyer, order_no)).toMatchObject({ status: OrderStatus.pending })
    later(10)
    expect(await shop.pay(buyer, order_no)).toMatchObject({ status: 409, message: "订单已关闭，请重新下单" })
    await closeOverdueOrders(createCtx(app), () => false)
    const closed = { status: OrderStatus.closed, closed_at: now.toISOString() }
    expect(await shop.read(buyer, order_no)).toMatchObject(closed)
    expect(await app.call("GET /order/status", { order_no }, buyer)).toMatchObject({ ok: true, data: closed })
    expect(await shop.read(buyer, other.order_no)).toMatchObject({ status: OrderStatus.pending })
    expect(await shop.credits(buyer)).toBe(25)
    await shop.set("security", { order_timeout: 30 })
  })
})
