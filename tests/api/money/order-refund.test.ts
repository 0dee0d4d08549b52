import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { OrderStatus, PaymentType, RefundStatus } from "@/lib/contract/money/order.enums"
import { confirmedAgo, wantsConfirmation } from "../../setup/confirmation"
import { refundsOf } from "../../setup/refunds"
import { shopOf, type TestShop } from "../../setup/shop"
import { staffWith } from "../../setup/staff"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

/* Refunds by staff: what is returned, what is revoked in exchange, and that it happens once (docs/decisions/074). */

const start = new Date("2026-11-20T04:00:00Z")
const day = 86_400_000
let now = start
let app: TestApp
let shop: TestShop
let staff: TestUser
let author: TestUser
let refunds: ReturnType<typeof refundsOf>
beforeAll(async () => {
  app = await testApp({ now: () => now })
  shop = shopOf(app)
  await shop.set("score", { register: 0, upload_document: 0, credit_exchange: 10, enable_recharge: true })
  await shop.set("vip", { enable: true, year_price: 36_500, year_download: 100, month_price: 3_100, month_download: 31 })
  await shop.set("download", { times_every_day: 1_000, times_every_ip: 1_000 })
  staff = await staffWith(app, "OrderAPI/RefundOrder", "OrderAPI/ListOrderRefund", "OrderAPI/MarkOrderPaid", "OrderAPI/SystemRecharge")
  refunds = refundsOf(app, shop, () => staff)
})
beforeEach(async () => {
  now = start
  await confirmedAgo(app, staff, 0)
  author = await shop.buyer()
})

/** Advances the clock by a number of days; staff have just confirmed their password again. */
const later = async (days: number) => {
  now = new Date(start.getTime() + days * day)
  await confirmedAgo(app, staff, 0)
}
let titles = 0
/** Creates a document that was paid with credits; its buyer has none left. */
const sold = async (price: number) => {
  const [made, buyer] = [await shop.document(author, `退 ${++titles}`, { price }), await shop.buyer(price)]
  const { order_no } = await shop.order(buyer, made.id)
  expect(await shop.pay(buyer, order_no)).toMatchObject({ ok: true })
  return { made, buyer, order_no }
}
const noted = (order_no: string, payment_type: number = PaymentType.bank) =>
  app.call("PUT /order/paid", { order_no, payment_type, remark: "到账" }, staff)
/** Creates an order of credits that were paid by bank transfer. */
const recharged = async (quantity: number) => {
  const buyer = await shop.buyer()
  const { order_no } = await shop.orderCredits(buyer, quantity)
  expect(await noted(order_no)).toMatchObject({ ok: true })
  return { buyer, order_no }
}
const spend = async (buyer: TestUser, price: number) => {
  const made = await shop.document(author, `花 ${++titles}`, { price })
  expect(await shop.pay(buyer, (await shop.order(buyer, made.id)).order_no)).toMatchObject({ ok: true })
}
const balances = async (...people: TestUser[]) => Promise.all(people.map((one) => shop.credits(one)))
const cardOf = async (buyer: TestUser, order_no: string) => {
  const reply = await app.call("GET /user/vip/order", { order_no }, buyer)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}

describe("POST /order/refund and GET /order/refund", () => {
  test("are for staff with their permissions only [security: 8.2.1]", async () => {
    const { buyer, order_no } = await sold(5)
    for (const key of ["POST /order/refund", "GET /order/refund"] as const) {
      const input = { order_no, refund_no: "R0000000001", amount: 5, remark: "退" }
      expect(await app.call(key, input)).toMatchObject({ ok: false, status: 401 })
      expect(await app.call(key, input, buyer)).toMatchObject({ ok: false, status: 403 })
      expect(await app.call(key, input, await staffWith(app, "OrderAPI/ListOrder"))).toMatchObject({ ok: false, status: 403 })
      expect(await app.call(key, { ...input, order_no: "99999999999999999999" }, staff)).toMatchObject({ ok: false, status: 404 })
    }
    expect(await balances(buyer, author)).toEqual([0, 5])
  })

  test("a refund requires the password again [security: confirmed-actions]", async () => {
    const { buyer, order_no } = await sold(5)
    await confirmedAgo(app, staff, 11)
    const input = { order_no, refund_no: "R0000000002", amount: 5, remark: "退" }
    expect(await wantsConfirmation(app, "POST /order/refund", input, staff)).toBe(true)
    expect(await shop.credits(buyer)).toBe(0)
  })

  test.each<[object, number]>([
    [{ amount: 0 }, 400],
    [{ amount: -1 }, 400],
    [{ amount: 6 }, 400],
    [{ amount: 1.5 }, 400],
    [{ amount: 0, fen: 50 }, 400],
    [{ fen: 1 }, 400],
    [{ remark: " " }, 400],
    [{ refund_no: "short" }, 400],
    [{ refund_no: "退款一二三四五六七" }, 400],
  ])("%j is rejected and changes nothing", async (wrong, status) => {
    const { buyer, order_no } = await sold(5)
    expect(await refunds.refund(order_no, { amount: 5, ...wrong })).toMatchObject({ ok: false, status })
    expect(await balances(buyer, author)).toEqual([0, 5])
    expect((await refunds.history(order_no)).refund).toEqual([])
  })

  test("only paid orders are refunded", async () => {
    const buyer = await shop.buyer()
    const { order_no } = await shop.orderCredits(buyer, 100)
    expect(await refunds.refund(order_no, { fen: 1 })).toMatchObject({ status: 409, message: "订单还没有支付，不能退款" })
    await app.call("POST /order/system/recharge", { user_id: buyer.id, credit: 7, remark: "送" }, staff)
    const list = await app.call("GET /user/order", { status: [2] }, buyer)
    const given = list.ok ? list.data.order[0]!.order_no : ""
    expect(await refunds.refund(given, { fen: 1 })).toMatchObject({ status: 409, message: "这个订单没有付过钱，没有可以退的" })
    expect(await shop.credits(buyer)).toBe(7)
  })
})

describe("a document that was paid with credits", () => {
  test("the whole price is refunded, the author returns the income, and the buyer loses access to the document", async () => {
    const { made, buyer, order_no } = await sold(25)
    expect(await app.call("GET /document/download", { id: made.id }, buyer)).toMatchObject({ ok: true })
    now = new Date(start.getTime() + 60_000)
    expect(await refunds.refund(order_no, { amount: 25, remark: "重复购买" })).toMatchObject({
      ok: true,
      data: { status: RefundStatus.done, amount: 25, fen: 0, income: 25, remark: "重复购买", operator: staff.username },
    })
    expect(await balances(buyer, author)).toEqual([25, 0])
    expect(await shop.read(buyer, order_no)).toMatchObject({
      status: OrderStatus.paid,
      refund_amount: 25,
      refund_fen: 0,
      refunded_at: now.toISOString(),
    })
    expect(await app.call("GET /document/download", { id: made.id }, buyer)).toMatchObject({ ok: false, status: 403 })
    expect(await app.call("GET /document", { uuid: made.uuid }, buyer)).toMatchObject({ data: { is_bought: false } })
    const title = (await shop.read(buyer, order_no)).product_name
    expect((await shop.dynamics(buyer))[0]).toEqual([16, `订单退款：${title}，退回 25 魔豆`, 25])
    expect((await shop.dynamics(author))[0]).toEqual([16, `订单退款：${title}，扣回 25 魔豆`, -25])
    expect(await app.call("GET /user/credit", {}, buyer)).toMatchObject({
      data: { credit: [{ kind: "refund", amount: 25, balance: 25, remark: `退款：${title}` }, {}, {}] },
    })
    const audit = await shop.rows<{ input: object }>("select input from audit where call = 'POST /order/refund' order by id desc limit 1")
    expect(audit[0]!.input).toMatchObject({ order_no, amount: 25, remark: "重复购买" })
    await refunds.expectBooksHold()
  })

  test("it can be bought again afterwards", async () => {
    const { made, buyer, order_no } = await sold(25)
    await refunds.refund(order_no, { amount: 25 })
    const again = await shop.order(buyer, made.id)
    expect(again).toMatchObject({ status: OrderStatus.pending, amount: 25 })
    expect(await shop.pay(buyer, again.order_no)).toMatchObject({ ok: true })
    expect(await app.call("GET /document/download", { id: made.id }, buyer)).toMatchObject({ ok: true })
    expect(await shop.order(buyer, made.id)).toMatchObject({ status: OrderStatus.paid, order_no: again.order_no })
  })

  test("partial refunds until nothing is left; until then the document stays open, and the author keeps their share of the rest", async () => {
    await shop.set("score", { author_income: 70 })
    const { made, buyer, order_no } = await sold(25)
    await shop.set("score", { author_income: 100 })
    expect(await balances(buyer, author)).toEqual([0, 17])
    const steps: number[][] = []
    for (const amount of [1, 8, 15]) {
      expect(await refunds.refund(order_no, { amount })).toMatchObject({ ok: true })
      steps.push(await balances(buyer, author))
      expect(await app.call("GET /document/download", { id: made.id }, buyer)).toMatchObject({ ok: true })
      await refunds.expectBooksHold()
    }
    // the author's share of the 24, 16 and 1 credits that remain paid: 17 / 25, rounded down
    expect(steps).toEqual([
      [1, 16],
      [9, 10],
      [24, 0],
    ])
    expect(await refunds.refund(order_no, { amount: 2 })).toMatchObject({ status: 400, message: "这个订单是用魔豆支付的，可以退 1 到 1" })
    expect(await refunds.refund(order_no, { amount: 1 })).toMatchObject({ ok: true })
    expect(await refunds.refund(order_no, { amount: 1 })).toMatchObject({ status: 409, message: "这个订单已经全部退款" })
    expect(await balances(buyer, author)).toEqual([25, 0])
    expect(await refunds.history(order_no)).toMatchObject({
      most_amount: 0,
      most_fen: 0,
      refund: [{ amount: 1 }, { amount: 15 }, { amount: 8 }, { amount: 1 }],
    })
    await refunds.expectBooksHold()
  })

  test("an author who has spent the income returns what is left; the buyer gets the full price, the site bears the loss", async () => {
    const { buyer, order_no } = await sold(25)
    const other = await shop.buyer()
    const made = await shop.document(other, `别人的 ${++titles}`, { price: 20 })
    await shop.pay(author, (await shop.order(author, made.id)).order_no)
    expect(await refunds.refund(order_no, { amount: 25 })).toMatchObject({ ok: true, data: { income: 5 } })
    expect(await balances(buyer, author)).toEqual([25, 0])
    await refunds.expectBooksHold()
  })

  test("the income comes from the user who received it, even if the document has a new owner", async () => {
    const { made, buyer, order_no } = await sold(25)
    const heir = await shop.buyer(100)
    await app.database.pool.query("update document set user_id = $2 where id = $1", [made.id, heir.id])
    expect(await refunds.refund(order_no, { amount: 25 })).toMatchObject({ ok: true })
    expect(await balances(buyer, author, heir)).toEqual([25, 0, 100])
    await refunds.expectBooksHold()
  })
})

describe("a document that was paid by transfer", () => {
  test("money is only recorded, the buyer gets no credits, the author returns their share", async () => {
    const [made, buyer] = [await shop.document(author, `线下 ${++titles}`, { price: 20 }), await shop.buyer(3)]
    const { order_no } = await shop.order(buyer, made.id)
    await noted(order_no, PaymentType.cash)
    expect(await refunds.history(order_no)).toEqual({ most_fen: 200, most_amount: 0, refund: [] })
    expect(await refunds.refund(order_no, { amount: 20 })).toMatchObject({ status: 400, message: "退款金额应在 0.01 到 2.00 元之间" })
    expect(await refunds.refund(order_no, { fen: 201 })).toMatchObject({ status: 400 })
    expect(await refunds.refund(order_no, { fen: 50 })).toMatchObject({ ok: true, data: { status: RefundStatus.done, income: 5 } })
    expect(await balances(buyer, author)).toEqual([3, 15])
    expect(await refunds.refund(order_no, { fen: 150 })).toMatchObject({ ok: true })
    expect(await balances(buyer, author)).toEqual([3, 0])
    expect(await app.call("GET /document/download", { id: made.id }, buyer)).toMatchObject({ ok: false, status: 403 })
    await refunds.expectBooksHold()
  })
})

describe("a recharge", () => {
  test("its credits are withdrawn with the money", async () => {
    const { buyer, order_no } = await recharged(100)
    expect(await refunds.refund(order_no, { fen: 333 })).toMatchObject({ ok: true, data: { fen: 333, taken: 34 } })
    expect(await shop.credits(buyer)).toBe(66)
    expect(await refunds.refund(order_no, { fen: 667 })).toMatchObject({ ok: true, data: { taken: 66 } })
    expect(await shop.credits(buyer)).toBe(0)
    expect(await shop.read(buyer, order_no)).toMatchObject({ refund_fen: 1_000, refund_amount: 0 })
    await refunds.expectBooksHold()
  })

  test("a refund is limited to what the remaining credits cover; the error message contains the amount", async () => {
    const { buyer, order_no } = await recharged(100)
    await spend(buyer, 70)
    expect((await refunds.history(order_no)).most_fen).toBe(300)
    expect(await refunds.refund(order_no, { fen: 1_000 })).toMatchObject({
      ok: false,
      status: 400,
      message: "退这么多要收回 100 魔豆，对方只剩 30 魔豆，最多可以退 3.00 元",
    })
    expect(await refunds.refund(order_no, { fen: 301 })).toMatchObject({ ok: false, status: 400 })
    expect(await shop.credits(buyer)).toBe(30)
    expect(await refunds.refund(order_no, { fen: 300 })).toMatchObject({ ok: true, data: { taken: 30 } })
    expect(await refunds.refund(order_no, { fen: 1 })).toMatchObject({
      status: 400,
      message: "退这么多要收回 1 魔豆，对方只剩 0 魔豆，不能退款",
    })
    await refunds.expectBooksHold()
  })
})

describe("a membership", () => {
  const bought = async (type: number) => {
    const buyer = await shop.buyer(5_000)
    const { order_no, amount } = await shop.orderVip(buyer, type)
    expect(await shop.pay(buyer, order_no)).toMatchObject({ ok: true })
    return { buyer, order_no, amount }
  }

  test("that is refunded completely ends at once, and so do the remaining downloads", async () => {
    const { buyer, order_no, amount } = await bought(2)
    await app.database.pool.query("update user_vip set download_used = 3 where user_id = $1", [buyer.id])
    await later(10)
    expect(await refunds.refund(order_no, { amount })).toMatchObject({
      ok: true,
      data: { withdrawn_ms: 21 * day, withdrawn_downloads: 28 },
    })
    expect(await cardOf(buyer, order_no)).toMatchObject({ expired_at: now.toISOString(), download: 3, download_used: 3 })
    expect(await app.call("GET /user", {}, buyer)).toMatchObject({ data: { is_vip: false } })
    expect(await shop.credits(buyer)).toBe(5_000)
    await refunds.expectBooksHold()
  })

  test("that is refunded in part loses the same part of its time and downloads", async () => {
    const { buyer, order_no } = await bought(2)
    expect(await refunds.refund(order_no, { amount: 100 })).toMatchObject({
      ok: true,
      data: { withdrawn_ms: 10 * day, withdrawn_downloads: 10 },
    })
    expect(await cardOf(buyer, order_no)).toMatchObject({
      expired_at: new Date(start.getTime() + 21 * day).toISOString(),
      download: 21,
    })
    expect(await app.call("GET /user", {}, buyer)).toMatchObject({ data: { is_vip: true } })
    await later(20)
    expect(await refunds.refund(order_no, { amount: 155 })).toMatchObject({ ok: true, data: { withdrawn_ms: day } })
    expect(await refunds.refund(order_no, { amount: 55 })).toMatchObject({ ok: true, data: { withdrawn_ms: 0 } })
    expect(await cardOf(buyer, order_no)).toMatchObject({ expired_at: now.toISOString(), download: 0 })
    await refunds.expectBooksHold()
  })

  test("the next card of the same type begins earlier by the same time, without a gap", async () => {
    const { buyer, order_no, amount } = await bought(2)
    const [next, year] = [await shop.orderVip(buyer, 2), await shop.orderVip(buyer, 0)]
    for (const one of [next, year]) expect(await shop.pay(buyer, one.order_no)).toMatchObject({ ok: true })
    const before = await cardOf(buyer, year.order_no)
    await later(1)
    await refunds.refund(order_no, { amount })
    expect(await cardOf(buyer, next.order_no)).toMatchObject({
      joined_at: now.toISOString(),
      expired_at: new Date(start.getTime() + 32 * day).toISOString(),
    })
    expect(await cardOf(buyer, year.order_no)).toEqual(before)
    await refunds.refund(next.order_no, { amount })
    const gone = await cardOf(buyer, next.order_no)
    expect(gone.expired_at).toBe(gone.joined_at)
  })
})

describe("many at once [security: credits-atomic, 2.3.3]", () => {
  test("40 refunds of the whole price count as one", async () => {
    const { buyer, order_no } = await sold(25)
    const replies = await Promise.all(Array.from({ length: 40 }, () => refunds.refund(order_no, { amount: 25 })))
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(39)
    expect(await balances(buyer, author)).toEqual([25, 0])
    await refunds.expectBooksHold()
  })

  test("40 refunds with the same number are one refund, and every response says so", async () => {
    const { buyer, order_no } = await sold(25)
    const replies = await Promise.all(
      Array.from({ length: 40 }, () => refunds.refund(order_no, { amount: 2, refund_no: `R2026${order_no}` })),
    )
    expect(new Set(replies.map((reply) => reply.ok && reply.data.id)).size).toBe(1)
    expect(await balances(buyer, author)).toEqual([2, 23])
    expect(await refunds.refund(order_no, { amount: 3, refund_no: `R2026${order_no}` })).toMatchObject({
      status: 409,
      message: "这个退款单号已经用过了",
    })
    const other = await sold(25)
    expect(await refunds.refund(other.order_no, { amount: 2, refund_no: `R2026${order_no}` })).toMatchObject({ ok: false, status: 409 })
    await refunds.expectBooksHold()
  })

  test("40 partial refunds never exceed the payment", async () => {
    const { buyer, order_no } = await recharged(100)
    const replies = await Promise.all(Array.from({ length: 40 }, (_, n) => refunds.refund(order_no, { fen: 1 + ((n * 37) % 90) })))
    const given = replies.reduce((sum, reply) => sum + (reply.ok ? reply.data.fen : 0), 0)
    expect(given).toBeLessThanOrEqual(1_000)
    expect(given).toBeGreaterThan(900)
    expect(await shop.read(buyer, order_no)).toMatchObject({ refund_fen: given })
    expect(await shop.credits(buyer)).toBe(Math.floor((1_000 - given) / 10))
    await refunds.expectBooksHold()
  })
})
