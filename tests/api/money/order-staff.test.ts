import { beforeAll, describe, expect, test } from "vitest"
import { OrderStatus, PaymentType } from "@/lib/contract/money/order.enums"
import { confirmedAgo, wantsConfirmation } from "../../setup/confirmation"
import { shopOf, type TestShop } from "../../setup/shop"
import { staffWith } from "../../setup/staff"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

/* The actions of staff on orders: view them, give credits, record a payment. */

const start = new Date("2026-11-20T04:00:00Z")
const now = start
let app: TestApp
let shop: TestShop
let staff: TestUser
let buyer: TestUser
beforeAll(async () => {
  app = await testApp({ now: () => now })
  shop = shopOf(app)
  await shop.set("score", { register: 0, upload_document: 0, credit_exchange: 10, enable_recharge: true })
  await shop.set("vip", { enable: true, month_price: 1_990 })
  staff = await staffWith(
    app,
    "OrderAPI/ListOrder",
    "OrderAPI/SystemRecharge",
    "OrderAPI/MarkOrderPaid",
    "OrderAPI/CloseOrder",
    "UserVipAPI/ListUserVip",
  )
  buyer = await shop.buyer()
})
const list = async (input: Record<string, unknown> = {}) => {
  const reply = await app.call("GET /order/list", input, staff)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}
const audited = async (call: string) =>
  (await shop.rows<{ input: object }>("select input from audit where call = $1 order by id desc limit 1", [call]))[0]?.input

describe.each(["GET /order/list", "GET /order/sum", "POST /order/system/recharge", "PUT /order/paid", "GET /uservip/list"] as const)(
  "%s",
  (key) => {
    test("is for staff with its permission only [security: 8.2.1]", async () => {
      expect(await app.call(key, {})).toMatchObject({ ok: false, status: 401 })
      expect(await app.call(key, {}, buyer)).toMatchObject({ ok: false, status: 403 })
      expect(await app.call(key, {}, await staffWith(app, "OrderAPI/ListOrder"))).toMatchObject(
        key === "GET /order/list" || key === "GET /order/sum" ? { ok: true } : { ok: false, status: 403 },
      )
    })
  },
)

describe("the sums of the orders", () => {
  const order = (no: number, person: TestUser, status: number, payment_type: number, amount: number, fen: number, refunds: number[] = []) =>
    app.database.pool.query(
      `insert into "order" (order_no, user_id, order_type, product_name, status, payment_type, amount, fen, refund_fen, refund_amount)
        values ($1, $2, 1, '合计', $3, $4, $5, $6, $7, $8)`,
      [`9000${no}`, person.id, status, payment_type, amount, fen, refunds[0] ?? 0, refunds[1] ?? 0],
    )
  const sum = async (input: Record<string, unknown>) => {
    const reply = await app.call("GET /order/sum", input, staff)
    if (!reply.ok) throw new Error(reply.message)
    return reply.data
  }

  test("count what was paid in money and what was paid in credits, each order once", async () => {
    const person = await shop.buyer()
    await order(1, person, OrderStatus.paid, PaymentType.wechat, 674, 6_740, [100, 0])
    await order(2, person, OrderStatus.paid, PaymentType.credit, 20, 200, [0, 5])
    await order(3, person, OrderStatus.paid, PaymentType.code, 30, 300)
    await order(4, person, OrderStatus.pending, PaymentType.wechat, 40, 400)
    expect(await sum({ user_id: person.id })).toEqual({ fen: 6_740, amount: 20, refund_fen: 100, refund_amount: 5 })
    expect(await sum({ user_id: person.id, payment_type: PaymentType.credit })).toMatchObject({ fen: 0, amount: 20 })
    expect(await sum({ user_id: person.id, order_status: OrderStatus.pending })).toMatchObject({ fen: 0, amount: 0 })
    expect(await sum({ user_id: person.id, wd: "没有这个订单" })).toEqual({ fen: 0, amount: 0, refund_fen: 0, refund_amount: 0 })
  })
})

describe("giving credits", () => {
  const give = (input: Record<string, unknown>, as = staff) => app.call("POST /order/system/recharge", input, as)

  test("is a paid order without a payment, with the reason, in the ledger and in the audit log", async () => {
    const person = await shop.buyer(3)
    expect(await give({ user_id: person.id, credit: 100, remark: "活动奖励" })).toEqual({ ok: true, status: 200, data: {} })
    expect(await shop.credits(person)).toBe(103)
    const { order } = await list({ user_id: person.id })
    expect(order).toMatchObject([
      {
        username: person.username,
        order_type: 3,
        status: OrderStatus.paid,
        payment_type: PaymentType.system,
        product_name: "系统充值 100 魔豆",
        quantity: 100,
        amount: 0,
        fen: 0,
        remark: "活动奖励",
        paid_at: start.toISOString(),
      },
    ])
    expect(await app.call("GET /user/credit", {}, person)).toMatchObject({
      data: { credit: [{ kind: "recharge", amount: 100, balance: 103 }, {}] },
    })
    expect(await audited("POST /order/system/recharge")).toEqual({ user_id: person.id, credit: 100, remark: "活动奖励" })
    // the user cannot read the remarks of staff
    const ownOrders = await app.call("GET /user/order", {}, person)
    expect(ownOrders.ok && ownOrders.data.order[0]).not.toHaveProperty("remark")
    await shop.expectLedgerHolds()
  })

  test.each([
    [{ credit: 0 }, 400],
    [{ credit: -1 }, 400],
    [{ credit: 1_000_001 }, 400],
    [{ credit: 1.5 }, 400],
    [{ remark: "" }, 400],
    [{ remark: "   " }, 400],
    [{ user_id: 999_999 }, 404],
    [{ user_id: 0 }, 400],
  ])("%j is rejected", async (wrong, status) => {
    expect(await give({ user_id: buyer.id, credit: 5, remark: "补", ...wrong })).toMatchObject({ ok: false, status })
    expect(await shop.credits(buyer)).toBe(0)
  })

  test("is rejected for closed accounts", async () => {
    const gone = await shop.buyer()
    await app.database.pool.query(`update "user" set closed_at = now() where id = $1`, [gone.id])
    expect(await give({ user_id: gone.id, credit: 5, remark: "补" })).toMatchObject({ status: 404, message: "用户不存在" })
  })

  test("requires the password again, and so does recording a payment [security: confirmed-actions]", async () => {
    await confirmedAgo(app, staff, 11)
    const input = { user_id: buyer.id, credit: 5, remark: "补", order_no: "1", payment_type: PaymentType.bank }
    for (const key of ["POST /order/system/recharge", "PUT /order/paid"] as const)
      expect(await wantsConfirmation(app, key, input, staff)).toBe(true)
    await confirmedAgo(app, staff, 1)
    expect(await shop.credits(buyer)).toBe(0)
  })
})

describe("recording a received payment", () => {
  const note = (order_no: string, more: Record<string, unknown> = {}) =>
    app.call("PUT /order/paid", { order_no, payment_type: PaymentType.bank, remark: "工行 20261120", ...more }, staff)

  test("recharges once, with the quantity of the order", async () => {
    const person = await shop.buyer()
    const { order_no } = await shop.orderCredits(person, 500)
    expect(await note(order_no)).toMatchObject({
      ok: true,
      data: { order_no, status: OrderStatus.paid, payment_type: PaymentType.bank, remark: "工行 20261120", fen: 5_000 },
    })
    expect(await shop.credits(person)).toBe(500)
    expect(await note(order_no)).toMatchObject({ ok: false, status: 409, message: "订单已经支付过了" })
    expect(await shop.credits(person)).toBe(500)
    expect(await audited("PUT /order/paid")).toEqual({ order_no, payment_type: PaymentType.bank, remark: "工行 20261120" })
    await shop.expectLedgerHolds()
  })

  test("pays an order that was closed meanwhile, also one that its owner deleted", async () => {
    const person = await shop.buyer()
    const { order_no } = await shop.orderVip(person, 2)
    await app.call("PUT /order/close", { order_no }, person)
    await app.call("DELETE /order", { order_no }, person)
    expect(await note(order_no, { payment_type: PaymentType.cash })).toMatchObject({ ok: true })
    expect(await shop.read(person, order_no)).toMatchObject({ status: OrderStatus.paid, payment_type: PaymentType.cash })
    const cards = await app.call("GET /uservip/list", { user_id: [person.id], type: [2] }, staff)
    expect(cards).toMatchObject({ data: { total: 1, user_vip: [{ username: person.username, type: 2, order_no }] } })
    expect(await app.call("GET /uservip/list", { user_id: [person.id], type: [0] }, staff)).toMatchObject({ data: { total: 0 } })
  })

  test("gives the income to the author of a document, while the buyer keeps the credits", async () => {
    const [author, person] = [await shop.buyer(), await shop.buyer(7)]
    const made = await shop.document(author, "线下买的", { price: 5 })
    const { order_no } = await shop.order(person, made.id)
    expect(await note(order_no, { payment_type: PaymentType.other })).toMatchObject({ ok: true, data: { income: 5 } })
    expect([await shop.credits(person), await shop.credits(author)]).toEqual([7, 5])
    await shop.expectLedgerHolds()
  })

  test.each([PaymentType.wechat, PaymentType.alipay, PaymentType.credit, PaymentType.system, PaymentType.third, PaymentType.code])(
    "method %d cannot be recorded by staff",
    async (payment_type) => {
      const { order_no } = await shop.orderCredits(buyer, 50)
      expect(await note(order_no, { payment_type })).toMatchObject({ ok: false, status: 400 })
      expect(await shop.credits(buyer)).toBe(0)
    },
  )
  test("requires an existing order and a remark", async () => {
    expect(await note("99999999999999999999")).toMatchObject({ status: 404, message: "订单不存在" })
    const { order_no } = await shop.orderCredits(buyer, 60)
    expect(await note(order_no, { remark: "" })).toMatchObject({ status: 400 })
  })

  test("a hundred at once count as one", async () => {
    const person = await shop.buyer()
    const { order_no } = await shop.orderCredits(person, 500)
    const replies = await Promise.all(Array.from({ length: 100 }, () => note(order_no)))
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await shop.credits(person)).toBe(500)
    await shop.expectLedgerHolds()
  })
})

describe("closing a pending order", () => {
  const close = (order_no: string, as = staff) => app.call("PUT /order/close", { order_no }, as)

  test("is for staff with the permission, for any owner, and is recorded", async () => {
    const person = await shop.buyer()
    const { order_no } = await shop.orderCredits(person, 70)
    expect(await close(order_no, await staffWith(app, "OrderAPI/ListOrder"))).toMatchObject({ ok: false, status: 404 })
    expect(await close(order_no)).toMatchObject({ ok: true, data: { order_no, status: OrderStatus.closed } })
    expect(await shop.read(person, order_no)).toMatchObject({ status: OrderStatus.closed })
    expect(await close(order_no)).toMatchObject({ ok: true })
    expect(await audited("PUT /order/close")).toEqual({ order_no })
  })

  test("is rejected for a paid order, and for an invalid number", async () => {
    const person = await shop.buyer()
    const { order_no } = await shop.orderCredits(person, 80)
    await app.call("PUT /order/paid", { order_no, payment_type: PaymentType.bank, remark: "到账" }, staff)
    expect(await close(order_no)).toMatchObject({ ok: false, status: 409, message: "订单已经支付，不能关闭" })
    expect(await close("99999999999999999999")).toMatchObject({ ok: false, status: 404 })
    expect(await shop.credits(person)).toBe(80)
  })
})

test("the list is filtered by status, type, method and user, and searched by number and product", async () => {
  const [one, other] = [await shop.buyer(), await shop.buyer()]
  const recharge = await shop.orderCredits(one, 321)
  const card = await shop.orderVip(one, 2)
  const foreign = await shop.orderCredits(other, 321)
  await app.call("PUT /order/close", { order_no: card.order_no }, one)
  const numbers = async (input: Record<string, unknown>) =>
    (await list({ user_id: [one.id], ...input })).order.map(({ order_no }) => order_no)
  expect(await numbers({})).toEqual([card.order_no, recharge.order_no])
  expect(await numbers({ order_status: [1] })).toEqual([recharge.order_no])
  expect(await numbers({ order_status: ["1", "3"] })).toHaveLength(2)
  expect(await numbers({ order_type: [2] })).toEqual([card.order_no])
  expect(await numbers({ payment_type: [5] })).toEqual([])
  expect(await numbers({ wd: recharge.order_no })).toEqual([recharge.order_no])
  expect(await numbers({ wd: "月卡" })).toEqual([card.order_no])
  expect(await numbers({ wd: "%" })).toEqual([])
  expect(await numbers({ user_id: [other.id] })).toEqual([foreign.order_no])
  expect(await numbers({ page: 2, size: 1 })).toEqual([recharge.order_no])
})
