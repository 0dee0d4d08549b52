import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { OrderStatus, PaymentType } from "@/lib/contract/money/order.enums"
import { SecurityEventType } from "@/lib/contract/people/security-event.enums"
import { paymentSettings } from "@/lib/contract/money/payment.gateways"
import type { Setting } from "@/lib/contract/setting"
import { fen } from "@/lib/rules/money/money"
import { createCtx } from "@/server/context"
import { createEndpoints } from "@/server/wire/endpoints"
import { createListener } from "@/server/wire/listener"
import { streamFinder } from "@/server/wire/streams"
import { endpointsOf } from "@/server/module"
import { modules } from "@/server/modules"
import { addAttempt } from "@/server/modules/money/order/attempt.repository"
import { closeOverdueOrders } from "@/server/modules/money/order/closing.usecases"
import { createLog } from "@/server/security/log"
import { returnSurplus } from "@/server/modules/money/order/surplus.usecases"
import { createPayments } from "@/server/ports/payment/create-payments"
import type { GatewayName, Notice } from "@/server/ports/payment/payment.port"
import { startGateways, type GatewaysStandIn } from "@/server/ports/payment/testing/gateways.stand-in"
import type { NoticeChanges } from "@/server/ports/payment/testing/stand-in-world"
import { closeAtTheEnd } from "../../setup/opened"
import { shopOf, type TestShop } from "../../setup/shop"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

/* Orders paid through gateways: which effects a notice has, and which it does not have (docs/decisions/066). */

const start = new Date("2026-11-20T04:00:00Z")
let now = start
let app: TestApp
let shop: TestShop
let standIn: GatewaysStandIn
let base = ""
const logged: string[] = []
/** every request comes from a different address: repeated events from one address within a minute are logged once */
let places = 0
let buyer: TestUser

beforeAll(async () => {
  standIn = await startGateways({ now: () => now })
  closeAtTheEnd(() => standIn.close())
  app = await testApp({
    now: () => now,
    payments: createPayments(standIn.options),
    log: createLog("trace", { write: (line: string) => void logged.push(line) }),
  })
  shop = shopOf(app)
  await shop.set("score", { register: 0, credit_exchange: 10, enable_recharge: true })
  await shop.set("system", { domain: "https://doujia.example.com" })
  for (const name of ["wechatpay", "alipay", "xunhupay"] as const) await shop.set(name, standIn.configs[name])
  const serve = createEndpoints(app, streamFinder(endpointsOf(modules)), () => `203.0.113.${++places % 250}`)
  const listener = createListener(async (req, res, path, query) => {
    if ((await serve({ req, res, path, query })) === null) res.writeHead(404).end()
  }, app.log)
  const server = createServer((req, res) => void listener(req, res)).listen(0, "127.0.0.1")
  await new Promise((done) => server.once("listening", done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  afterAll(() => server.closeAllConnections())
})
beforeEach(async () => {
  now = start
  buyer = await shop.buyer()
})

const types = { wechatpay: PaymentType.wechat, alipay: PaymentType.alipay, xunhupay: PaymentType.third }
const names = ["wechatpay", "alipay", "xunhupay"] as const
const taken = { wechatpay: [200, '{"code":"SUCCESS"}'], alipay: [200, "success"], xunhupay: [200, "success"] }

const send = async (name: GatewayName, { headers, body }: Notice): Promise<[number, string]> => {
  const given = Object.entries(headers).map(([key, value]): [string, string] => [key, String(value)])
  const reply = await fetch(`${base}/callback/${name}`, { method: "POST", headers: given, body })
  return [reply.status, await reply.text()]
}
/** Creates an order of 100 credits for 10.00 yuan. */
const ordered = async () => (await shop.orderCredits(buyer, 100)).order_no
const begin = async (name: GatewayName, order_no: string) => {
  const reply = await app.call("POST /order/pay", { order_no, payment_type: types[name] }, buyer)
  if (!reply.ok) throw new Error(reply.message)
  // Alipay's trade starts when its page is opened
  if (name === "alipay") await fetch(reply.data.payment_url)
  return reply.data
}
const paidAt = async (name: GatewayName): Promise<string> => {
  const order_no = await ordered()
  await begin(name, order_no)
  standIn.pay(name, order_no)
  return order_no
}
const tell = (name: GatewayName, order_no: string, changes?: NoticeChanges) => send(name, standIn.notice(name, order_no, changes))
const statesOf = async (order_no: string) =>
  (await shop.rows<{ state: string }>("select state from payment_attempt where trade_no like $1 || '%' order by id", [order_no])).map(
    ({ state }) => state,
  )
const events = (type: number) => shop.rows<{ detail: string }>("select detail from security_event where type = $1 order by id", [type])
const expectPaid = async (order_no: string, payment_type: number) => {
  expect(await shop.read(buyer, order_no)).toMatchObject({ status: OrderStatus.paid, payment_type })
  expect(await shop.credits(buyer)).toBe(100)
  await shop.expectLedgerHolds()
}
const expectUnpaid = async (order_no: string) => {
  expect((await shop.read(buyer, order_no)).status).not.toBe(OrderStatus.paid)
  expect(await shop.credits(buyer)).toBe(0)
}

describe.each(names)("%s", (name) => {
  test("a payment starts with an address, and a notification pays the order; the response has the format of the gateway", async () => {
    const order_no = await ordered()
    expect(await begin(name, order_no)).toMatchObject({
      order_status: OrderStatus.pending,
      payment_url: expect.stringMatching(/^(https?|weixin):/),
    })
    expect(await shop.read(buyer, order_no)).toMatchObject({ status: OrderStatus.pending, payment_type: types[name] })
    expect(standIn.trade(name, order_no)).toMatchObject({ fen: 1_000, notify_url: `https://doujia.example.com/callback/${name}` })
    standIn.pay(name, order_no)
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
    await app.database.pool.query("delete from security_event where type = $1", [SecurityEventType.paymentNoticeRefused])
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
    const notice = standIn.notice(name, order_no)
    const replies = await Promise.all(Array.from({ length: 100 }, () => send(name, notice)))
    expect(replies).toEqual(Array(100).fill(taken[name]))
    now = new Date(start.getTime() + 60_000)
    expect(await send(name, notice)).toEqual(taken[name])
    await expectPaid(order_no, types[name])
    expect(await shop.rows("select 1 from ledger_transaction where key = $1", [`order:${order_no}`])).toHaveLength(1)
  })

  test("a notification before the response to the start pays the order", async () => {
    const order_no = await ordered()
    const gateways = createPayments(standIn.options)
    const { wechatpay, alipay, xunhupay } = standIn.configs
    const gateway = {
      wechatpay: () => gateways.wechatpay(wechatpay),
      alipay: () => gateways.alipay(alipay),
      xunhupay: () => gateways.xunhupay(xunhupay),
    }[name]()
    const [{ id } = { id: 0 }] = await shop.rows<{ id: number }>(`select id from "order" where order_no = $1`, [order_no])
    const { trade_no } = await addAttempt(app.database.db, { id, order_no }, types[name], now)
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
    standIn.pay(name, order_no)
    expect(await tell(name, order_no)).toEqual(taken[name])
    await expectPaid(order_no, types[name])
    expect(await app.call("POST /order/pay", { order_no, payment_type: types[name] }, buyer)).toMatchObject({ ok: false, status: 409 })
  })

  test("a notification after closing still pays the order", async () => {
    const order_no = await ordered()
    await begin(name, order_no)
    expect(await app.call("PUT /order/close", { order_no }, buyer)).toMatchObject({ ok: true, data: { status: OrderStatus.closed } })
    standIn.pay(name, order_no)
    expect(await tell(name, order_no)).toEqual(taken[name])
    await expectPaid(order_no, types[name])
  })

  test("a notification after a refund changes nothing", async () => {
    const order_no = await paidAt(name)
    await tell(name, order_no)
    await app.database.pool.query(`update "order" set refund_fen = 500, refunded_at = now() where order_no = $1`, [order_no])
    expect(await tell(name, order_no)).toEqual(taken[name])
    expect(await shop.read(buyer, order_no)).toMatchObject({ status: OrderStatus.paid, refund_fen: 500 })
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
    const first = standIn.trade(name, order_no)!
    await begin(name, order_no)
    const second = standIn.trade(name, order_no)!
    expect([first.order_no, second.order_no]).toEqual([`${order_no}001`, `${order_no}002`])
    expect(await statesOf(order_no)).toEqual(["closed", "begun"])
    standIn.pay(name, first.order_no)
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
    for (const trade_no of [first, `${order_no}002`]) standIn.pay(name, trade_no)
    expect(await tell(name, `${order_no}002`)).toEqual(taken[name])
    await app.database.pool.query("delete from security_event")
    const late = standIn.notice(name, first)
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(name, late)))
    expect(replies).toEqual(Array(20).fill(taken[name]))
    await expectPaid(order_no, types[name])
    expect(await statesOf(order_no)).toEqual(["surplus", "paid"])
    expect(await events(SecurityEventType.paymentSurplus)).toEqual([{ detail: `${name}：订单 ${order_no}` }])
    const [waiting] = await shop.rows<{ id: number }>("select id from payment_attempt where trade_no = $1", [first])
    expect(
      await shop.rows("select 1 from queue.job where name = 'return-surplus' and data->>'attempt_id' = $1", [waiting!.id]),
    ).toHaveLength(1)
    for (const _ of [1, 2]) await returnSurplus(createCtx(app), { attempt_id: waiting!.id })
    // the third gateway does not refund automatically: staff were notified
    const returns = name !== "xunhupay"
    expect([...standIn.trade(name, first)!.refunds]).toEqual(returns ? [[`S${first}`, 1_000]] : [])
    expect(await statesOf(order_no)).toEqual([returns ? "returned" : "surplus", "paid"])
    expect(await tell(name, first)).toEqual(taken[name])
    expect(await statesOf(order_no)).toEqual([returns ? "returned" : "surplus", "paid"])
  })

  test("a user who has already paid and starts again gets an error message", async () => {
    const order_no = await paidAt(name)
    const again = await app.call("POST /order/pay", { order_no, payment_type: types[name] }, buyer)
    expect(again).toMatchObject({ ok: false, status: 409, message: "订单已经支付过了" })
    await expectPaid(order_no, types[name])
  })

  test("an order that was paid without a notification is found by a query", async () => {
    const order_no = await ordered()
    await begin(name, order_no)
    expect(await app.call("GET /order/status", { order_no }, buyer)).toMatchObject({ ok: true, data: { status: OrderStatus.pending } })
    standIn.pay(name, order_no)
    expect(await app.call("GET /order/status", { order_no }, buyer)).toMatchObject({ ok: true, data: { status: OrderStatus.paid } })
    await expectPaid(order_no, types[name])
    expect(await tell(name, order_no)).toEqual(taken[name])
    await expectPaid(order_no, types[name])
  })

  test("when its time is over, a paid order is marked as paid, and an unpaid order is closed", async () => {
    const [paid, other] = [await paidAt(name), await shop.buyer()]
    const { order_no } = await shop.orderCredits(other, 100)
    await app.call("POST /order/pay", { order_no, payment_type: types[name] }, other)
    now = new Date(start.getTime() + 31 * 60_000)
    await closeOverdueOrders(createCtx(app), () => false)
    await expectPaid(paid, types[name])
    expect((await shop.read(other, order_no)).status).toBe(OrderStatus.closed)
  })

  test("an unreported payment is found when the time is over, even if the order was closed while the gateway was silent [security: payment-callbacks]", async () => {
    const order_no = await ordered()
    await begin(name, order_no)
    standIn.misbehave("silent")
    expect(await app.call("PUT /order/close", { order_no }, buyer)).toMatchObject({ ok: true, data: { status: OrderStatus.closed } })
    standIn.pay(name, order_no)
    now = new Date(start.getTime() + 40 * 60_000)
    await closeOverdueOrders(createCtx(app), () => false)
    // the third gateway has no close operation, and receives no request
    expect(await statesOf(order_no)).toEqual([name === "xunhupay" ? "closed" : "begun"])
    standIn.misbehave(null)
    await closeOverdueOrders(createCtx(app), () => false)
    await expectPaid(order_no, types[name])
    expect(await statesOf(order_no)).toEqual(["paid"])
  })

  test("an unreported second payment of a paid order is refunded", async () => {
    const order_no = await ordered()
    for (const _ of [1, 2]) await begin(name, order_no)
    for (const trade_no of [`${order_no}001`, `${order_no}002`]) standIn.pay(name, trade_no)
    expect(await tell(name, `${order_no}002`)).toEqual(taken[name])
    now = new Date(start.getTime() + 34 * 60_000)
    await closeOverdueOrders(createCtx(app), () => false)
    expect(await statesOf(order_no)).toEqual(["closed", "paid"])
    now = new Date(start.getTime() + 36 * 60_000)
    for (const _ of [1, 2]) await closeOverdueOrders(createCtx(app), () => false)
    expect(await statesOf(order_no)).toEqual(["surplus", "paid"])
    await expectPaid(order_no, types[name])
  })

  test("an unpaid trade is queried a last time, and a later notification still pays the order", async () => {
    const order_no = await ordered()
    await begin(name, order_no)
    now = new Date(start.getTime() + 40 * 60_000)
    await closeOverdueOrders(createCtx(app), () => false)
    expect(await statesOf(order_no)).toEqual(["over"])
    const requestCount = standIn.log.length
    await closeOverdueOrders(createCtx(app), () => false)
    expect(standIn.log.length).toBe(requestCount)
    standIn.pay(name, order_no)
    expect(await tell(name, order_no)).toEqual(taken[name])
    await expectPaid(order_no, types[name])
  })

  test("the owner cannot close an order that is already paid", async () => {
    const order_no = await paidAt(name)
    expect(await app.call("PUT /order/close", { order_no }, buyer)).toMatchObject({ ok: false, status: 409 })
    await expectPaid(order_no, types[name])
  })

  test("if the gateway does not respond, starting returns an error; status queries and closing work without it", async () => {
    const order_no = await ordered()
    await begin(name, order_no)
    standIn.misbehave("silent")
    const begun = await app.call("POST /order/pay", { order_no, payment_type: types[name] }, buyer)
    // Alipay's URL is signed here, without a request
    if (name !== "alipay") expect(begun).toMatchObject({ ok: false, status: 503, message: "支付平台暂时没有回应，请稍后再试" })
    expect(await app.call("GET /order/status", { order_no }, buyer)).toMatchObject({ ok: true, data: { status: OrderStatus.pending } })
    expect(await app.call("PUT /order/close", { order_no }, buyer)).toMatchObject({ ok: true, data: { status: OrderStatus.closed } })
    standIn.misbehave(null)
    await expectUnpaid(order_no)
  })

  test("a disabled gateway starts no payment, and payments that were started are still accepted", async () => {
    const order_no = await paidAt(name)
    await shop.set(name, { enable: false })
    const refused = await app.call("POST /order/pay", { order_no, payment_type: types[name] }, buyer)
    expect(refused).toMatchObject({ ok: false, status: 400, message: "网站没有开通这种支付方式" })
    expect((await app.call("GET /settings", {})) as unknown).toMatchObject({ data: { payment: { [`enable_${name}`]: false } } })
    expect(await tell(name, order_no)).toEqual(taken[name])
    await shop.set(name, { enable: true })
    expect((await app.call("GET /settings", {})) as unknown).toMatchObject({ data: { payment: { [`enable_${name}`]: true } } })
    await expectPaid(order_no, types[name])
  })
})

test("another currency has no effect [security: payment-callbacks]", async () => {
  for (const name of ["wechatpay", "alipay"] as const) {
    buyer = await shop.buyer()
    const order_no = await paidAt(name)
    expect((await tell(name, order_no, { currency: "USD" }))[0]).toBeGreaterThanOrEqual(400)
    await expectUnpaid(order_no)
  }
})

test("no user pays, queries or closes an order of another user, or without a login", async () => {
  const order_no = await ordered()
  const other = await shop.buyer()
  const pay = { order_no, payment_type: PaymentType.wechat }
  expect(await app.call("POST /order/pay", pay)).toMatchObject({ status: 401 })
  expect(await app.call("POST /order/pay", pay, other)).toMatchObject({ status: 404 })
  expect(await app.call("GET /order/status", { order_no }, other)).toMatchObject({ status: 404 })
  expect(await app.call("PUT /order/close", { order_no }, other)).toMatchObject({ status: 404 })
  expect(await app.call("POST /order/pay", { order_no, payment_type: PaymentType.bank }, buyer)).toMatchObject({ status: 400 })
})

test("an oversized body and another method are rejected", async () => {
  expect((await send("alipay", { headers: {}, body: "a".repeat(70_000) }))[0]).toBe(413)
  expect((await fetch(`${base}/callback/alipay`)).status).toBe(404)
})

describe("the log", () => {
  /** Returns the keys and passwords that staff have set, line by line. */
  const secretsOf = (name: GatewayName): string[] =>
    Object.entries<Setting>(paymentSettings[name])
      .filter(([, { kind }]) => kind === "password")
      .flatMap(([key]) => String(standIn.configs[name][key as never]).split("\n"))
      .filter((line) => line.length > 7 && !line.startsWith("-----"))

  test.each(["silent", "forging"] as const)("contains no secret of a gateway that is %s [security: 16.2.5]", async (how) => {
    logged.length = 0
    for (const name of names) {
      buyer = await shop.buyer()
      const order_no = await paidAt(name)
      await tell(name, order_no, { key: "another" })
      standIn.misbehave(how)
      await app.call("GET /order/status", { order_no }, buyer)
      await app.call("POST /order/pay", { order_no: await ordered(), payment_type: types[name] }, buyer)
      standIn.misbehave(null)
    }
    const secrets = names.flatMap(secretsOf)
    expect(secrets.length).toBeGreaterThan(names.length)
    expect(logged.length).toBeGreaterThan(names.length)
    expect(secrets.filter((secret) => logged.some((line) => line.includes(secret)))).toEqual([])
  })
})
