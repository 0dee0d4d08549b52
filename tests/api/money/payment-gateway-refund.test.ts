import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { OrderStatus, PaymentType, RefundStatus } from "@/lib/contract/money/order.enums"
import { createCtx } from "@/server/context"
import { receiveNotice } from "@/server/modules/money/order/receipt.usecases"
import { refundJob } from "@/server/modules/money/order/refund.jobs"
import { settleRefunds } from "@/server/modules/money/order/refund-settlement.usecases"
import { createPayments } from "@/server/ports/payment/create-payments"
import { startGateways, type GatewaysStandIn } from "@/server/ports/payment/testing/gateways.stand-in"
import { confirmedAgo } from "../../setup/confirmation"
import { closeAtTheEnd } from "../../setup/opened"
import { refundsOf } from "../../setup/refunds"
import { shopOf, type TestShop } from "../../setup/shop"
import { staffWith } from "../../setup/staff"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

/* Refunds that WeChat and Alipay carry out: requested once, whatever happens to the response (docs/decisions/074). */

const start = new Date("2026-11-20T04:00:00Z")
let now = start
let app: TestApp
let shop: TestShop
let standIn: GatewaysStandIn
let staff: TestUser
let buyer: TestUser
let refunds: ReturnType<typeof refundsOf>
beforeAll(async () => {
  standIn = await startGateways({ now: () => now })
  closeAtTheEnd(() => standIn.close())
  app = await testApp({ now: () => now, payments: createPayments(standIn.options) })
  shop = shopOf(app)
  await shop.set("score", { register: 0, upload_document: 0, credit_exchange: 10, enable_recharge: true })
  await shop.set("vip", { enable: true, month_price: 3_100, month_download: 31 })
  await shop.set("system", { domain: "https://doujia.example.com" })
  for (const name of ["wechatpay", "alipay", "xunhupay"] as const) await shop.set(name, standIn.configs[name])
  staff = await staffWith(app, "OrderAPI/RefundOrder", "OrderAPI/ListOrderRefund")
  refunds = refundsOf(app, shop, () => staff)
})
beforeEach(async () => {
  await at(0)
  standIn.misbehave(null)
  standIn.refund("prompt")
  buyer = await shop.buyer()
})

const at = async (minutes: number) => {
  now = new Date(start.getTime() + minutes * 60_000)
  await confirmedAgo(app, staff, 0)
}
const types = { wechatpay: PaymentType.wechat, alipay: PaymentType.alipay, xunhupay: PaymentType.third }
type Name = keyof typeof types
const tell = (name: Name, order_no: string) => receiveNotice(createCtx(app), name, standIn.notice(name, order_no))
const paid = async (name: Name, order_no: string) => {
  const reply = await app.call("POST /order/pay", { order_no, payment_type: types[name] }, buyer)
  if (!reply.ok) throw new Error(reply.message)
  // Alipay's trade starts when its page is opened
  if (name === "alipay") await fetch(reply.data.payment_url)
  standIn.pay(name, order_no)
  await tell(name, order_no)
  expect(await shop.read(buyer, order_no)).toMatchObject({ status: OrderStatus.paid, payment_type: types[name] })
  return order_no
}
/** Creates an order of 100 credits for 10.00 yuan and pays it. */
const recharged = async (name: Name) => paid(name, (await shop.orderCredits(buyer, 100)).order_no)
const given = (name: Name, order_no: string) => [...standIn.trade(name, order_no)!.refunds.values()]
/** Runs the job on the pending refunds. */
const work = () => settleRefunds(createCtx(app), () => false)
const pendingRefund = async (order_no: string, fen: number) => {
  const reply = await refunds.refund(order_no, { fen })
  if (!reply.ok) throw new Error(reply.message)
  expect(reply.data.status).toBe(RefundStatus.pending)
  return reply.data.id
}
/** Returns the credits that are held for refunds in progress. */
const held = async () =>
  Number((await shop.rows<{ balance: string }>("select balance from ledger_account where name = 'escrow'"))[0]?.balance ?? 0)
const statuses = async (order_no: string) => (await refunds.history(order_no)).refund.map(({ status }) => status)

describe.each(["wechatpay", "alipay"] as const)("%s", (name) => {
  test("parts are refunded through the gateway, with the credits; the order shows when it is done", async () => {
    const order_no = await recharged(name)
    const before = await held()
    const first = await pendingRefund(order_no, 300)
    expect(await shop.credits(buyer)).toBe(70)
    expect(await held()).toBe(before + 30)
    await refunds.expectBooksHold()
    expect(given(name, order_no)).toEqual([])
    expect(await shop.read(buyer, order_no)).toMatchObject({ refund_fen: 300, refunded_at: null })
    await at(1)
    await refundJob.run(createCtx(app), { refund_id: first }, AbortSignal.timeout(5_000))
    expect(given(name, order_no)).toEqual([300])
    expect(await held()).toBe(before)
    expect(await shop.read(buyer, order_no)).toMatchObject({ refund_fen: 300, refunded_at: now.toISOString() })
    expect(await refunds.refund(order_no, { fen: 701 })).toMatchObject({ status: 400, message: "退款金额应在 0.01 到 7.00 元之间" })
    await pendingRefund(order_no, 700)
    await work()
    expect(given(name, order_no)).toEqual([300, 700])
    expect(await statuses(order_no)).toEqual([RefundStatus.done, RefundStatus.done])
    expect(await shop.credits(buyer)).toBe(0)
    await refunds.expectBooksHold()
  })

  test("a lost response is queried: the money is refunded once", async () => {
    const order_no = await recharged(name)
    await pendingRefund(order_no, 400)
    standIn.misbehave("losing")
    await work()
    expect(await refunds.history(order_no)).toMatchObject({ refund: [{ status: RefundStatus.pending, detail: "unavailable network" }] })
    // it is not requested again immediately
    standIn.misbehave(null)
    const calls = standIn.log.length
    await work()
    expect(standIn.log.length).toBe(calls)
    await at(3)
    await work()
    expect(await statuses(order_no)).toEqual([RefundStatus.done])
    expect(given(name, order_no)).toEqual([400])
    await refunds.expectBooksHold()
  })

  test.each(["silent", "forging"] as const)("a refund that is %s stays open, and is carried out later", async (how) => {
    const order_no = await recharged(name)
    await pendingRefund(order_no, 400)
    standIn.misbehave(how)
    await work()
    expect(await statuses(order_no)).toEqual([RefundStatus.pending])
    expect(await shop.credits(buyer)).toBe(60)
    standIn.misbehave(null)
    await at(3)
    await work()
    expect([await statuses(order_no), given(name, order_no)]).toEqual([[RefundStatus.done], [400]])
  })

  test("a refusal by the gateway returns what was taken, and another refund may follow", async () => {
    const order_no = await recharged(name)
    const before = await held()
    await pendingRefund(order_no, 1_000)
    expect([await shop.credits(buyer), await held()]).toEqual([0, before + 100])
    standIn.refund("refused")
    await work()
    expect(await held()).toBe(before)
    expect(await refunds.history(order_no)).toMatchObject({
      most_fen: 1_000,
      refund: [{ status: RefundStatus.failed, done_at: null, detail: expect.stringMatching(/^refused .*ENOUGH$/) }],
    })
    expect(await shop.credits(buyer)).toBe(100)
    expect(await shop.read(buyer, order_no)).toMatchObject({ refund_fen: 0, refunded_at: null })
    expect((await shop.dynamics(buyer))[0]).toEqual([16, "退款没有成功：充值 100 魔豆，退回 100 魔豆", 100])
    await refunds.expectBooksHold()
    standIn.refund("prompt")
    await pendingRefund(order_no, 1_000)
    await work()
    expect(await statuses(order_no)).toEqual([RefundStatus.done, RefundStatus.failed])
    expect(given(name, order_no)).toEqual([1_000])
    await refunds.expectBooksHold()
  })

  test("a withdrawn card is given back when the refund fails", async () => {
    const order_no = await paid(name, (await shop.orderVip(buyer, 2)).order_no)
    const card = async () => (await app.call("GET /user/vip/order", { order_no }, buyer)) as { ok: true; data: object }
    const before = await card()
    await pendingRefund(order_no, 3_100)
    expect(await app.call("GET /user", {}, buyer)).toMatchObject({ data: { is_vip: false } })
    standIn.refund("refused")
    await work()
    expect(await card()).toEqual(before)
    expect(await app.call("GET /user", {}, buyer)).toMatchObject({ data: { is_vip: true } })
  })

  test("a notification after the refund has no second effect [security: payment-callbacks]", async () => {
    const order_no = await recharged(name)
    await pendingRefund(order_no, 1_000)
    await tell(name, order_no)
    await work()
    for (let times = 0; times < 3; times++) await tell(name, order_no)
    expect(await shop.read(buyer, order_no)).toMatchObject({ status: OrderStatus.paid, refund_fen: 1_000 })
    expect(await shop.credits(buyer)).toBe(0)
    expect(await app.call("GET /order/status", { order_no }, buyer)).toMatchObject({ data: { refund_fen: 1_000 } })
    await refunds.expectBooksHold()
  })

  test("many parallel jobs call the gateway once", async () => {
    const order_no = await recharged(name)
    const refund_id = await pendingRefund(order_no, 400)
    const before = standIn.log.length
    await Promise.all(Array.from({ length: 20 }, () => refundJob.run(createCtx(app), { refund_id }, AbortSignal.timeout(20_000))))
    // first queries whether the gateway knows the number, then requests the refund
    expect(standIn.log.length - before).toBe(2)
    expect([await statuses(order_no), given(name, order_no)]).toEqual([[RefundStatus.done], [400]])
  })

  test("40 refunds at once never return more than was paid", async () => {
    const order_no = await recharged(name)
    const replies = await Promise.all(Array.from({ length: 40 }, () => refunds.refund(order_no, { fen: 300 })))
    expect(replies.filter(({ ok }) => ok)).toHaveLength(3)
    await work()
    expect(given(name, order_no)).toEqual([300, 300, 300])
    expect(await shop.credits(buyer)).toBe(10)
    await refunds.expectBooksHold()
  })
})

test("WeChat may be slow: the refund stays open until WeChat confirms it", async () => {
  const order_no = await recharged("wechatpay")
  await pendingRefund(order_no, 400)
  standIn.refund("slow")
  await work()
  await at(3)
  await work()
  expect([await statuses(order_no), given("wechatpay", order_no)]).toEqual([[RefundStatus.pending], [400]])
  standIn.refund("prompt")
  await at(10)
  await work()
  expect(await statuses(order_no)).toEqual([RefundStatus.done])
})

test("a gateway whose settings were removed leaves the refund open", async () => {
  const order_no = await recharged("alipay")
  await pendingRefund(order_no, 400)
  await shop.set("alipay", { app_id: "" })
  await work()
  expect(await refunds.history(order_no)).toMatchObject({ refund: [{ status: RefundStatus.pending, detail: "config not set up" }] })
  await shop.set("alipay", standIn.configs.alipay)
  await at(3)
  await work()
  expect([await statuses(order_no), given("alipay", order_no)]).toEqual([[RefundStatus.done], [400]])
})

test("the third gateway refunds in its own console: here the refund is only recorded", async () => {
  const order_no = await recharged("xunhupay")
  const before = standIn.log.length
  expect(await refunds.refund(order_no, { fen: 1_000 })).toMatchObject({ ok: true, data: { status: RefundStatus.done, taken: 100 } })
  await work()
  expect(standIn.log.length).toBe(before)
  await tell("xunhupay", order_no)
  expect(await shop.credits(buyer)).toBe(0)
  await refunds.expectBooksHold()
})
