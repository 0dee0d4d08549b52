import { describe, expect, test } from "vitest"
import { OrderStatus, PaymentType } from "@/lib/contract/money/order.enums"
import { SecurityEventType } from "@/lib/contract/people/security-event.enums"
import { paymentSettings } from "@/lib/contract/money/payment.gateways"
import type { Setting } from "@/lib/contract/setting"
import { fen } from "@/lib/rules/money/money"
import { createCtx } from "@/server/context"
import { addAttempt } from "@/server/modules/money/order/attempt.repository"
import { closeOverdueOrders } from "@/server/modules/money/order/expiry.usecases"
import { returnSurplus } from "@/server/modules/money/order/surplus.usecases"
import { createPayments } from "@/server/ports/payment/create-payments"
import type { GatewayName } from "@/server/ports/payment/payment.port"
import type { NoticeChanges } from "@/server/ports/payment/testing/stand-in-world"
import { gatewayWorld, start, types, names, taken } from "../../setup/gateway-world"

/* Orders paid through gateways: which effects a notice has, and which it does not have (docs/decisions/066). */

const { world, logged, send, ordered, begin, paidAt, tell, statesOf, events, expectPaid, expectUnpaid } = gatewayWorld()

describe.each(names)("%s", (name) => {
  test("a payment starts with an address, and a notification pays the order; the response has the format of the gateway", async () => {
    const order_no = await ordered()
    expect(await begin(name, order_no)).toMatchObject({
      order_status: OrderStatus.pending,
      payment_url: expect.stringMatching(/^(https?|weixin):/),
    })
    expect(await world.shop.read(world.buyer, order_no)).toMatchObject({ status: OrderStatus.pending, payment_type: types[name] })
    expect(world.standIn.trade(name, order_no)).toMatchObject({ fen: 1_000, notify_url: `https://doujia.example.com/callback/${name}` })
    world.standIn.pay(name, order_no)
    expect(await tell(name, order_no)).toEqual(taken[name])
    await expectPaid(order_no, types[name])
  })

  test.each<[string, NoticeChanges]>([
    ["签名不对", { key: "another" }],
    ["金额不对", { fen: 999 }],
    ["金额不对", { fen: 1_001 }],
    ["金额不对", { fen: 0 }],
    ["商户或应用不对", { merchant: "2" }],
    ["商户或应用不对", { app: "2" }],
    ["没有这个订单", { order_no: "20261120120000000000" }],
    ["通知已经过期", { time: new Date("2026-11-18T04:00:00Z") }],
  ])("a notification without effect: %s, %o [security: payment-callbacks]", async (reason, changes) => {
    const order_no = await paidAt(name)
    await world.app.database.pool.query("delete from security_event where type = $1", [SecurityEventType.paymentNoticeRefused])
    const [status, body] = await tell(name, order_no, changes)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(body).not.toBe("success")
    await expectUnpaid(order_no)
    expect(await events(SecurityEventType.paymentNoticeRefused)).toEqual([{ detail: `${name}：${reason}` }])
  })

  test("a notification of an unpaid or closed trade pays nothing", async () => {
    const order_no = await paidAt(name)
    for (const state of { wechatpay: ["NOTPAY", "CLOSED"], alipay: ["WAIT_BUYER_PAY", "TRADE_CLOSED"], xunhupay: ["WP", "CD"] }[name])
      expect(await tell(name, order_no, { state })).toEqual(taken[name])
    await expectUnpaid(order_no)
  })

  test("a hundred replays at once, and a later one, have one effect [security: payment-callbacks]", async () => {
    const order_no = await paidAt(name)
    const notice = world.standIn.notice(name, order_no)
    const replies = await Promise.all(Array.from({ length: 100 }, () => send(name, notice)))
    expect(replies).toEqual(Array(100).fill(taken[name]))
    world.now = new Date(start.getTime() + 60_000)
    expect(await send(name, notice)).toEqual(taken[name])
    await expectPaid(order_no, types[name])
    expect(await world.shop.rows("select 1 from ledger_transaction where key = $1", [`order:${order_no}`])).toHaveLength(1)
  })

  test("a notification before the response to the start pays the order", async () => {
    const order_no = await ordered()
    const gateways = createPayments(world.standIn.options)
    const { wechatpay, alipay, xunhupay } = world.standIn.configs
    const gateway = {
      wechatpay: () => gateways.wechatpay(wechatpay),
      alipay: () => gateways.alipay(alipay),
      xunhupay: () => gateways.xunhupay(xunhupay),
    }[name]()
    const [{ id } = { id: 0 }] = await world.shop.rows<{ id: number }>(`select id from "order" where order_no = $1`, [order_no])
    const { trade_no } = await addAttempt(world.app.database.db, { id, order_no }, types[name], world.now)
    const { payment_url } = await gateway.begin({
      order_no: trade_no,
      fen: fen(1_000),
      title: "充值",
      notify_url: "https://doujia.example.com/x",
      return_url: "https://doujia.example.com/order",
      expires_at: new Date(start.getTime() + 60_000),
      ip: "203.0.113.7",
      scene: "desktop",
    })
    if (name === "alipay") await fetch(payment_url)
    world.standIn.pay(name, order_no)
    expect(await tell(name, order_no)).toEqual(taken[name])
    await expectPaid(order_no, types[name])
    expect(await world.app.call("POST /order/pay", { order_no, payment_type: types[name] }, world.buyer)).toMatchObject({
      ok: false,
      status: 409,
    })
  })

  test("a notification after closing still pays the order", async () => {
    const order_no = await ordered()
    await begin(name, order_no)
    expect(await world.app.call("PUT /order/close", { order_no }, world.buyer)).toMatchObject({
      ok: true,
      data: { status: OrderStatus.closed },
    })
    world.standIn.pay(name, order_no)
    expect(await tell(name, order_no)).toEqual(taken[name])
    await expectPaid(order_no, types[name])
  })

  test("a notification after a refund changes nothing", async () => {
    const order_no = await paidAt(name)
    await tell(name, order_no)
    await world.app.database.pool.query(`update "order" set refund_fen = 500, refunded_at = now() where order_no = $1`, [order_no])
    expect(await tell(name, order_no)).toEqual(taken[name])
    expect(await world.shop.read(world.buyer, order_no)).toMatchObject({ status: OrderStatus.paid, refund_fen: 500 })
    await expectPaid(order_no, types[name])
  })

  test("a second payment of a paid order is recorded for staff and delivers nothing", async () => {
    const order_no = await paidAt(name)
    await tell(name, order_no)
    expect(await tell(name, order_no, { payment_no: `other${order_no}` })).toEqual(taken[name])
    await expectPaid(order_no, types[name])
    expect((await events(SecurityEventType.paymentSurplus)).map(({ detail }) => detail)).toContain(`${name}：订单 ${order_no}`)
  })

  test("each start has a number of its own and closes the earlier one; money that arrives for an earlier one still pays", async () => {
    const order_no = await ordered()
    await begin(name, order_no)
    const first = world.standIn.trade(name, order_no)!
    await begin(name, order_no)
    const second = world.standIn.trade(name, order_no)!
    expect([first.order_no, second.order_no]).toEqual([`${order_no}001`, `${order_no}002`])
    expect(await statesOf(order_no)).toEqual(["closed", "begun"])
    world.standIn.pay(name, first.order_no)
    expect(await tell(name, first.order_no)).toEqual(taken[name])
    await expectPaid(order_no, types[name])
    expect(await statesOf(order_no)).toEqual(["paid", "begun"])
  })

  test("two payments of one order: it is delivered once, and the second is refunded", async () => {
    const order_no = await ordered()
    await begin(name, order_no)
    await begin(name, order_no)
    const first = `${order_no}001`
    // the user kept its page open all the time
    for (const trade_no of [first, `${order_no}002`]) world.standIn.pay(name, trade_no)
    expect(await tell(name, `${order_no}002`)).toEqual(taken[name])
    await world.app.database.pool.query("delete from security_event")
    const late = world.standIn.notice(name, first)
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(name, late)))
    expect(replies).toEqual(Array(20).fill(taken[name]))
    await expectPaid(order_no, types[name])
    expect(await statesOf(order_no)).toEqual(["surplus", "paid"])
    expect(await events(SecurityEventType.paymentSurplus)).toEqual([{ detail: `${name}：订单 ${order_no}` }])
    const [waiting] = await world.shop.rows<{ id: number }>("select id from payment_attempt where trade_no = $1", [first])
    expect(
      await world.shop.rows("select 1 from queue.job where name = 'return-surplus' and data->>'attempt_id' = $1", [waiting!.id]),
    ).toHaveLength(1)
    for (const _ of [1, 2]) await returnSurplus(createCtx(world.app), { attempt_id: waiting!.id })
    // the third gateway does not refund automatically: staff were notified
    const returns = name !== "xunhupay"
    expect([...world.standIn.trade(name, first)!.refunds]).toEqual(returns ? [[`S${first}`, 1_000]] : [])
    expect(await statesOf(order_no)).toEqual([returns ? "returned" : "surplus", "paid"])
    expect(await tell(name, first)).toEqual(taken[name])
    expect(await statesOf(order_no)).toEqual([returns ? "returned" : "surplus", "paid"])
  })

  test("a user who has already paid and starts again gets an error message", async () => {
    const order_no = await paidAt(name)
    const again = await world.app.call("POST /order/pay", { order_no, payment_type: types[name] }, world.buyer)
    expect(again).toMatchObject({ ok: false, status: 409, message: "订单已经支付过了" })
    await expectPaid(order_no, types[name])
  })

  test("an order that was paid without a notification is found by a query", async () => {
    const order_no = await ordered()
    await begin(name, order_no)
    expect(await world.app.call("GET /order/status", { order_no }, world.buyer)).toMatchObject({
      ok: true,
      data: { status: OrderStatus.pending },
    })
    world.standIn.pay(name, order_no)
    expect(await world.app.call("GET /order/status", { order_no }, world.buyer)).toMatchObject({
      ok: true,
      data: { status: OrderStatus.paid },
    })
    await expectPaid(order_no, types[name])
    expect(await tell(name, order_no)).toEqual(taken[name])
    await expectPaid(order_no, types[name])
  })

  test("when its time is over, a paid order is marked as paid, and an unpaid order is closed", async () => {
    const [paid, other] = [await paidAt(name), await world.shop.buyer()]
    const { order_no } = await world.shop.orderCredits(other, 100)
    await world.app.call("POST /order/pay", { order_no, payment_type: types[name] }, other)
    world.now = new Date(start.getTime() + 31 * 60_000)
    await closeOverdueOrders(createCtx(world.app), () => false)
    await expectPaid(paid, types[name])
    expect((await world.shop.read(other, order_no)).status).toBe(OrderStatus.closed)
  })

  test("an unreported payment is found when the time is over, even if the order was closed while the gateway was silent [security: payment-callbacks]", async () => {
    const order_no = await ordered()
    await begin(name, order_no)
    world.standIn.misbehave("silent")
    expect(await world.app.call("PUT /order/close", { order_no }, world.buyer)).toMatchObject({
      ok: true,
      data: { status: OrderStatus.closed },
    })
    world.standIn.pay(name, order_no)
    world.now = new Date(start.getTime() + 40 * 60_000)
    await closeOverdueOrders(createCtx(world.app), () => false)
    // the third gateway has no close operation, and receives no request
    expect(await statesOf(order_no)).toEqual([name === "xunhupay" ? "closed" : "begun"])
    world.standIn.misbehave(null)
    await closeOverdueOrders(createCtx(world.app), () => false)
    await expectPaid(order_no, types[name])
    expect(await statesOf(order_no)).toEqual(["paid"])
  })

  test("an unreported second payment of a paid order is refunded", async () => {
    const order_no = await ordered()
    for (const _ of [1, 2]) await begin(name, order_no)
    for (const trade_no of [`${order_no}001`, `${order_no}002`]) world.standIn.pay(name, trade_no)
    expect(await tell(name, `${order_no}002`)).toEqual(taken[name])
    world.now = new Date(start.getTime() + 34 * 60_000)
    await closeOverdueOrders(createCtx(world.app), () => false)
    expect(await statesOf(order_no)).toEqual(["closed", "paid"])
    world.now = new Date(start.getTime() + 36 * 60_000)
    for (const _ of [1, 2]) await closeOverdueOrders(createCtx(world.app), () => false)
    expect(await statesOf(order_no)).toEqual(["surplus", "paid"])
    await expectPaid(order_no, types[name])
  })

  test("an unpaid trade is queried a last time, and a later notification still pays the order", async () => {
    const order_no = await ordered()
    await begin(name, order_no)
    world.now = new Date(start.getTime() + 40 * 60_000)
    await closeOverdueOrders(createCtx(world.app), () => false)
    expect(await statesOf(order_no)).toEqual(["over"])
    const requestCount = world.standIn.log.length
    await closeOverdueOrders(createCtx(world.app), () => false)
    expect(world.standIn.log.length).toBe(requestCount)
    world.standIn.pay(name, order_no)
    expect(await tell(name, order_no)).toEqual(taken[name])
    await expectPaid(order_no, types[name])
  })

  test("the owner cannot close an order that is already paid", async () => {
    const order_no = await paidAt(name)
    expect(await world.app.call("PUT /order/close", { order_no }, world.buyer)).toMatchObject({ ok: false, status: 409 })
    await expectPaid(order_no, types[name])
  })

  test("if the gateway does not respond, starting returns an error; status queries and closing work without it", async () => {
    const order_no = await ordered()
    await begin(name, order_no)
    world.standIn.misbehave("silent")
    const begun = await world.app.call("POST /order/pay", { order_no, payment_type: types[name] }, world.buyer)
    // Alipay's URL is signed here, without a request
    if (name !== "alipay") expect(begun).toMatchObject({ ok: false, status: 503, message: "支付平台暂时没有回应，请稍后再试" })
    expect(await world.app.call("GET /order/status", { order_no }, world.buyer)).toMatchObject({
      ok: true,
      data: { status: OrderStatus.pending },
    })
    expect(await world.app.call("PUT /order/close", { order_no }, world.buyer)).toMatchObject({
      ok: true,
      data: { status: OrderStatus.closed },
    })
    world.standIn.misbehave(null)
    await expectUnpaid(order_no)
  })

  test("a disabled gateway starts no payment, and payments that were started are still accepted", async () => {
    const order_no = await paidAt(name)
    await world.shop.set(name, { enable: false })
    const refused = await world.app.call("POST /order/pay", { order_no, payment_type: types[name] }, world.buyer)
    expect(refused).toMatchObject({ ok: false, status: 400, message: "网站没有开通这种支付方式" })
    expect((await world.app.call("GET /settings", {})) as unknown).toMatchObject({ data: { payment: { [`enable_${name}`]: false } } })
    expect(await tell(name, order_no)).toEqual(taken[name])
    await world.shop.set(name, { enable: true })
    expect((await world.app.call("GET /settings", {})) as unknown).toMatchObject({ data: { payment: { [`enable_${name}`]: true } } })
    await expectPaid(order_no, types[name])
  })
})

test("another currency has no effect [security: payment-callbacks]", async () => {
  for (const name of ["wechatpay", "alipay"] as const) {
    world.buyer = await world.shop.buyer()
    const order_no = await paidAt(name)
    expect((await tell(name, order_no, { currency: "USD" }))[0]).toBeGreaterThanOrEqual(400)
    await expectUnpaid(order_no)
  }
})

test("no user pays, queries or closes an order of another user, or without a login", async () => {
  const order_no = await ordered()
  const other = await world.shop.buyer()
  const pay = { order_no, payment_type: PaymentType.wechat }
  expect(await world.app.call("POST /order/pay", pay)).toMatchObject({ status: 401 })
  expect(await world.app.call("POST /order/pay", pay, other)).toMatchObject({ status: 404 })
  expect(await world.app.call("GET /order/status", { order_no }, other)).toMatchObject({ status: 404 })
  expect(await world.app.call("PUT /order/close", { order_no }, other)).toMatchObject({ status: 404 })
  expect(await world.app.call("POST /order/pay", { order_no, payment_type: PaymentType.bank }, world.buyer)).toMatchObject({ status: 400 })
})

test("an oversized body and another method are rejected", async () => {
  expect((await send("alipay", { headers: {}, body: "a".repeat(70_000) }))[0]).toBe(413)
  expect((await fetch(`${world.base}/callback/alipay`)).status).toBe(404)
})

describe("the log", () => {
  /** Returns the keys and passwords that staff have set, line by line. */
  const secretsOf = (name: GatewayName): string[] =>
    Object.entries<Setting>(paymentSettings[name])
      .filter(([, { kind }]) => kind === "password")
      .flatMap(([key]) => String(world.standIn.configs[name][key as never]).split("\n"))
      .filter((line) => line.length > 7 && !line.startsWith("-----"))

  test.each(["silent", "forging"] as const)("contains no secret of a gateway that is %s [security: 16.2.5]", async (how) => {
    logged.length = 0
    for (const name of names) {
      world.buyer = await world.shop.buyer()
      const order_no = await paidAt(name)
      await tell(name, order_no, { key: "another" })
      world.standIn.misbehave(how)
      await world.app.call("GET /order/status", { order_no }, world.buyer)
      await world.app.call("POST /order/pay", { order_no: await ordered(), payment_type: types[name] }, world.buyer)
      world.standIn.misbehave(null)
    }
    const secrets = names.flatMap(secretsOf)
    expect(secrets.length).toBeGreaterThan(names.length)
    expect(logged.length).toBeGreaterThan(names.length)
    expect(secrets.filter((secret) => logged.some((line) => line.includes(secret)))).toEqual([])
  })
})
