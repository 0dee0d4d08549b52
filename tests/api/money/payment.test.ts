import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { OrderStatus, PaymentType } from "@/lib/contract/money/order.enums"
import { ErrorCode } from "@/lib/contract/error-code"
import { shopOf, type TestShop } from "../../setup/shop"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

/* Payment of an order with credits: the movements, what the buyer receives, and that it happens once (docs/decisions/064). */

const start = new Date("2026-11-20T04:00:00Z")
let now = start
let app: TestApp
let shop: TestShop
let author: TestUser
beforeAll(async () => {
  app = await testApp({ now: () => now })
  shop = shopOf(app)
  await shop.set("score", { register: 0, upload_document: 0, credit_exchange: 10, enable_recharge: true })
  await shop.set("vip", {
    enable: true,
    year_price: 100,
    year_document_discount: 80,
    year_download: 4,
    year_times_every_day: 2,
    month_price: 10,
  })
  await shop.set("download", { times_every_day: 1_000, times_every_ip: 1_000 })
})
beforeEach(async () => {
  now = start
  author = await shop.buyer()
})
let titles = 0
const priced = (price: number) => shop.document(author, `付 ${++titles}`, { price })
const ordered = async (price: number, credits: number) => {
  const [made, buyer] = [await priced(price), await shop.buyer(credits)]
  return { made, buyer, order_no: (await shop.order(buyer, made.id)).order_no }
}
const paid = { ok: true, data: { order_status: OrderStatus.paid, payment_url: "", extra: {} } }
const sales = async () =>
  Number(
    (
      await shop.rows<{ n: string }>(
        "select coalesce(sum(e.amount), 0) as n from ledger_entry e join ledger_account a on a.id = e.account_id where a.name = 'sales'",
      )
    )[0]!.n,
  )

describe("a document", () => {
  test("moves the price from the buyer to the author, opens the document, and is recorded for both", async () => {
    const { made, buyer, order_no } = await ordered(25, 40)
    const title = (await shop.read(buyer, order_no)).product_name
    expect(await app.call("GET /document/download", { id: made.id }, buyer)).toMatchObject({ ok: false, status: 403 })
    const request = { id: "test", ip: "203.0.113.7", user_agent: "test", token: buyer.token }
    expect(await app.dispatch("GET /document/download", { id: made.id }, request)).toMatchObject({
      body: { code: ErrorCode.purchaseRequired },
    })
    now = new Date(start.getTime() + 60_000)
    expect(await shop.pay(buyer, order_no)).toMatchObject(paid)
    expect(await shop.read(buyer, order_no)).toMatchObject({
      status: OrderStatus.paid,
      payment_type: PaymentType.credit,
      paid_at: "2026-11-20T04:01:00.000Z",
      closed_at: null,
    })
    expect([await shop.credits(buyer), await shop.credits(author)]).toEqual([15, 25])
    expect(await app.call("GET /document/download", { id: made.id }, buyer)).toMatchObject({ ok: true })
    expect(await app.call("GET /user/credit", {}, buyer)).toMatchObject({
      data: { credit: [{ kind: "purchase", amount: -25, balance: 15, remark: `购买文档《${title}》` }, {}] },
    })
    expect(await app.call("GET /user/credit", {}, author)).toMatchObject({
      data: { credit: [{ kind: "purchase", amount: 25, remark: `售出《${title}》` }] },
    })
    expect((await shop.dynamics(buyer)).slice(1, 2)).toEqual([[16, `购买了文档《${title}》，花费 25 魔豆`, -25]])
    expect((await shop.dynamics(author))[0]).toEqual([16, `文档《${title}》被购买，获得 25 魔豆`, 25])
    await shop.expectLedgerHolds()
  })

  test.each([
    [70, 25, 17],
    [0, 25, 0],
    [50, 1, 0],
  ])("the author gets %d percent of %d, rounded down: %d; the site gets the rest", async (share, price, income) => {
    await shop.set("score", { author_income: share })
    const { buyer, order_no } = await ordered(price, price)
    const before = await sales()
    await shop.pay(buyer, order_no)
    await shop.set("score", { author_income: 100 })
    expect([await shop.credits(buyer), await shop.credits(author), (await sales()) - before]).toEqual([0, income, price - income])
    expect(await shop.rows(`select income from "order" where order_no = $1`, [order_no])).toEqual([{ income }])
    await shop.expectLedgerHolds()
  })

  test("the site gets the full price if the author has closed the account", async () => {
    const { buyer, order_no } = await ordered(5, 5)
    await app.database.pool.query(`update "user" set closed_at = now() where id = $1`, [author.id])
    const before = await sales()
    expect(await shop.pay(buyer, order_no)).toMatchObject(paid)
    expect([await shop.credits(author), (await sales()) - before]).toEqual([0, 5])
  })

  test("too few credits change nothing, and the order can be paid later", async () => {
    const { made, buyer, order_no } = await ordered(25, 24)
    expect(await shop.pay(buyer, order_no)).toMatchObject({ ok: false, status: 400, message: "魔豆不足" })
    expect([await shop.credits(buyer), await shop.credits(author)]).toEqual([24, 0])
    expect(await shop.read(buyer, order_no)).toMatchObject({ status: OrderStatus.pending, payment_type: 0 })
    expect(await app.call("GET /document/download", { id: made.id }, buyer)).toMatchObject({ status: 403 })
    await shop.give(buyer, 1)
    expect(await shop.pay(buyer, order_no)).toMatchObject(paid)
    expect(await shop.pay(buyer, order_no)).toMatchObject({ ok: false, status: 409, message: "订单已经支付过了" })
    expect(await shop.credits(buyer)).toBe(0)
  })

  test("the discount of a card leaves a price of one credit at least", async () => {
    await shop.set("vip", { year_document_discount: 1 })
    const [made, buyer] = [await priced(1), await shop.buyer(11)]
    await shop.pay(buyer, (await shop.orderVip(buyer, 0)).order_no)
    await shop.set("vip", { year_document_discount: 80 })
    const { order_no, amount, fen } = await shop.order(buyer, made.id)
    expect([amount, fen]).toEqual([1, 10])
    expect(await shop.pay(buyer, order_no)).toMatchObject(paid)
    expect(await shop.credits(buyer)).toBe(0)
  })

  test("an order of an earlier version that a card reduced to zero is paid by any method, without a movement", async () => {
    const { made, buyer, order_no } = await ordered(1, 0)
    await app.database.pool.query(`update "order" set amount = 0, fen = 0, coupon_amount = price where order_no = $1`, [order_no])
    expect(await shop.pay(buyer, order_no, PaymentType.wechat)).toMatchObject(paid)
    expect(await shop.rows("select 1 from ledger_transaction where key = $1", [`order:${order_no}`])).toEqual([])
    expect(await app.call("GET /document/download", { id: made.id }, buyer)).toMatchObject({ ok: true })
  })
})

describe("a membership", () => {
  test("gives a card with the offered benefits; a second one of the same type begins when the first ends", async () => {
    const buyer = await shop.buyer(30)
    const first = await shop.orderVip(buyer, 0)
    await shop.set("vip", { year_document_discount: 50 })
    expect(await shop.pay(buyer, first.order_no)).toMatchObject(paid)
    await shop.set("vip", { year_document_discount: 80 })
    expect(await shop.credits(buyer)).toBe(20)
    const card = { user_id: buyer.id, type: 0, discount: 80, download: 4, download_used: 0, times: 2, order_no: first.order_no }
    const period = { joined_at: "2026-11-20T04:00:00.000Z", expired_at: "2027-11-20T04:00:00.000Z" }
    expect(await app.call("GET /user/vip/order", { order_no: first.order_no }, buyer)).toMatchObject({ data: { ...card, ...period } })
    expect(await app.call("GET /user/vip/active", {}, buyer)).toMatchObject({ data: { ...card, ...period } })
    expect(await app.call("GET /user", {}, buyer)).toMatchObject({ data: { is_vip: true } })
    await shop.pay(buyer, (await shop.orderVip(buyer, 2)).order_no)
    await shop.pay(buyer, (await shop.orderVip(buyer, 0)).order_no)
    const cards = await app.call("GET /user/vip", {}, buyer)
    expect(cards.ok && cards.data.user_vip.map(({ type, joined_at, expired_at }) => [type, joined_at, expired_at])).toEqual([
      [0, "2027-11-20T04:00:00.000Z", "2028-11-19T04:00:00.000Z"],
      [0, period.joined_at, period.expired_at],
      [2, "2026-11-20T04:00:00.000Z", "2026-12-21T04:00:00.000Z"],
    ])
    await shop.expectLedgerHolds()
  })

  test("the card in use is the first one with downloads left, year before month; users without a card have none", async () => {
    const buyer = await shop.buyer(30)
    expect(await app.call("GET /user/vip/active", {}, buyer)).toMatchObject({ ok: true, data: { id: 0, order_no: "", expired_at: null } })
    expect(await app.call("GET /user/vip/active")).toMatchObject({ ok: false, status: 401 })
    await shop.set("vip", { month_download: 1 })
    for (const type of [2, 0]) await shop.pay(buyer, (await shop.orderVip(buyer, type)).order_no)
    await shop.set("vip", { month_download: 0 })
    const active = async () => {
      const reply = await app.call("GET /user/vip/active", {}, buyer)
      return reply.ok && reply.data.type
    }
    expect(await active()).toBe(0)
    await app.database.pool.query("update user_vip set download_used = download where user_id = $1 and type = 0", [buyer.id])
    expect(await active()).toBe(2)
    await app.database.pool.query("update user_vip set download_used = download where user_id = $1", [buyer.id])
    expect(await active()).toBe(0)
  })

  test("credits buy a membership only if the site allows it", async () => {
    const buyer = await shop.buyer(10)
    const { order_no } = await shop.orderVip(buyer, 0)
    await shop.set("vip", { enable_credit_pay: false })
    expect(await shop.pay(buyer, order_no)).toMatchObject({ ok: false, status: 400, message: "网站不支持用魔豆购买 VIP" })
    await shop.set("vip", { enable_credit_pay: true, enable: false })
    expect(await shop.pay(buyer, order_no)).toMatchObject({ ok: false, status: 400, message: "网站没有开通 VIP" })
    await shop.set("vip", { enable: true })
    expect(await shop.credits(buyer)).toBe(10)
    expect(await app.call("GET /user/vip/order", { order_no }, buyer)).toMatchObject({ status: 404, message: "这个订单没有会员卡" })
  })
})

describe("payment methods", () => {
  test("credits cannot buy credits", async () => {
    const buyer = await shop.buyer(1_000)
    const { order_no } = await shop.orderCredits(buyer, 100)
    expect(await shop.pay(buyer, order_no)).toMatchObject({ ok: false, status: 400, message: "充值不能用魔豆支付" })
    expect(await shop.credits(buyer)).toBe(1_000)
  })
  test.each([1, 2, 3, 4, 6, 7, 8, 9, 10])("method %d is not offered, and no user can declare their own order as paid", async (method) => {
    const { buyer, order_no } = await ordered(5, 5)
    expect(await shop.pay(buyer, order_no, method)).toMatchObject({ ok: false, status: 400, message: "网站没有开通这种支付方式" })
    expect(await shop.read(buyer, order_no)).toMatchObject({ status: OrderStatus.pending })
  })
  test.each([0, 11, -1])("method %d does not exist", async (method) => {
    const { buyer, order_no } = await ordered(5, 5)
    expect(await shop.pay(buyer, order_no, method)).toMatchObject({ ok: false, status: 400, message: "支付方式不正确" })
  })
})

describe("many at once [security: credits-atomic, 2.3.3]", () => {
  test("200 purchases with the balance for one: one succeeds, 199 get an error, the ledger balances [security: parallel-buys]", async () => {
    const buyer = await shop.buyer(5)
    const documents = await Promise.all(Array.from({ length: 10 }, () => priced(5)))
    const orders = await Promise.all(documents.map(({ id }) => shop.order(buyer, id)))
    const replies = await Promise.all(Array.from({ length: 200 }, (_, n) => shop.pay(buyer, orders[n % orders.length]!.order_no)))
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
    const refusals = replies.flatMap((reply) => (reply.ok ? [] : [`${reply.status} ${reply.message}`]))
    expect(refusals).toHaveLength(199)
    expect(new Set(refusals)).toEqual(new Set(["400 魔豆不足", "409 订单已经支付过了"]))
    expect(refusals.filter((text) => text.startsWith("409"))).toHaveLength(19)
    expect([await shop.credits(buyer), await shop.credits(author)]).toEqual([0, 5])
    expect(await shop.rows(`select 1 from "order" where user_id = $1 and status = 2`, [buyer.id])).toHaveLength(1)
    await shop.expectLedgerHolds()
  })

  test("100 payments of one order count as one, whatever else is tried meanwhile", async () => {
    const { buyer, order_no } = await ordered(5, 500)
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, n) => (n % 10 === 9 ? app.call("PUT /order/close", { order_no }, buyer) : shop.pay(buyer, order_no))),
    )
    const { status } = await shop.read(buyer, order_no)
    expect(replies.filter((reply) => reply.ok && "order_status" in reply.data)).toHaveLength(status === OrderStatus.paid ? 1 : 0)
    expect(await shop.credits(buyer)).toBe(status === OrderStatus.paid ? 495 : 500)
    await shop.expectLedgerHolds()
  })

  test("users who buy from each other at the same time do not deadlock", async () => {
    const [one, other] = [await shop.buyer(100), await shop.buyer(100)]
    const made = async (owner: TestUser) =>
      Promise.all(Array.from({ length: 10 }, () => shop.document(owner, `互买 ${++titles}`, { price: 3 })))
    const [ofOne, ofOther] = [await made(one), await made(other)]
    const buy = async (as: TestUser, id: number) => shop.pay(as, (await shop.order(as, id)).order_no)
    const replies = await Promise.all([...ofOther.map(({ id }) => buy(one, id)), ...ofOne.map(({ id }) => buy(other, id))])
    expect(replies.filter(({ ok }) => ok)).toHaveLength(20)
    expect([await shop.credits(one), await shop.credits(other)]).toEqual([100, 100])
    await shop.expectLedgerHolds()
  })

  test("the same membership bought ten times at once gives as many cards as were paid, one after another", async () => {
    const buyer = await shop.buyer(100)
    await Promise.all(Array.from({ length: 10 }, async () => shop.pay(buyer, (await shop.orderVip(buyer, 2)).order_no)))
    const cards = await shop.rows<{ joined_at: Date; expired_at: Date }>("select * from user_vip where user_id = $1 order by joined_at", [
      buyer.id,
    ])
    expect(cards.length).toBe(100 - (await shop.credits(buyer)))
    for (const [n, card] of cards.entries()) expect(card.joined_at).toEqual(n ? cards[n - 1]!.expired_at : start)
    await shop.expectLedgerHolds()
  })
})

test("an order that is already in the ledger is not delivered a second time", async () => {
  const { buyer, order_no } = await ordered(5, 50)
  await shop.pay(buyer, order_no)
  await app.database.pool.query(`update "order" set status = 1, paid_at = null, closed_at = $2 where order_no = $1`, [
    order_no,
    new Date(start.getTime() + 1_000),
  ])
  expect(await shop.pay(buyer, order_no)).toMatchObject({ ok: false, status: 500 })
  expect(await shop.credits(buyer)).toBe(45)
  await shop.expectLedgerHolds()
})
