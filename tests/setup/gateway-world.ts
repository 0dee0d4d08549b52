import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { beforeAll, beforeEach, expect } from "vitest"
import { OrderStatus, PaymentType } from "../../lib/contract/money/order.enums"
import { createEndpoints } from "../../server/wire/endpoints"
import { createListener } from "../../server/wire/listener"
import { streamFinder } from "../../server/wire/streams"
import { endpointsOf } from "../../server/module"
import { modules } from "../../server/modules"
import { createLog } from "../../server/security/log"
import { createPayments } from "../../server/ports/payment/create-payments"
import type { GatewayName, Notice } from "../../server/ports/payment/payment.port"
import { startGateways, type GatewaysStandIn } from "../../server/ports/payment/testing/gateways.stand-in"
import type { NoticeChanges } from "../../server/ports/payment/testing/stand-in-world"
import { closeAtTheEnd } from "./opened"
import { shopOf, type TestShop } from "./shop"
import { testApp, type TestUser, type TestApp } from "./test-app"

export const start = new Date("2026-11-20T04:00:00Z")
export const types = { wechatpay: PaymentType.wechat, alipay: PaymentType.alipay, xunhupay: PaymentType.third }
export const names = ["wechatpay", "alipay", "xunhupay"] as const
export const taken = { wechatpay: [200, '{"code":"SUCCESS"}'], alipay: [200, "success"], xunhupay: [200, "success"] }

/** A shop whose three gateways are mock servers, for the tests of one file; a different buyer in each test. */
export const gatewayWorld = () => {
  const world = { now: start, base: "" } as {
    now: Date
    app: TestApp
    shop: TestShop
    standIn: GatewaysStandIn
    buyer: TestUser
    /** The address of the server that receives notices. */
    base: string
  }
  const logged: string[] = []
  /** Every request comes from a different address: repeated events from one address within a minute are logged once. */
  let addresses = 0

  beforeAll(async () => {
    const now = () => world.now
    const standIn = await startGateways({ now })
    closeAtTheEnd(() => standIn.close())
    const log = createLog("trace", { write: (line: string) => void logged.push(line) })
    const app = await testApp({ now, payments: createPayments(standIn.options), log })
    const shop = shopOf(app)
    await shop.set("score", { register: 0, credit_exchange: 10, enable_recharge: true })
    await shop.set("system", { domain: "https://doujia.example.com" })
    for (const name of names) await shop.set(name, standIn.configs[name])
    const serve = createEndpoints(app, streamFinder(endpointsOf(modules)), () => `203.0.113.${++addresses % 250}`)
    const listener = createListener(async (req, res, path, query) => {
      if ((await serve({ req, res, path, query })) === null) res.writeHead(404).end()
    }, app.log)
    const server = createServer((req, res) => void listener(req, res)).listen(0, "127.0.0.1")
    await new Promise((done) => server.once("listening", done))
    Object.assign(world, { app, shop, standIn, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
    closeAtTheEnd(async () => server.closeAllConnections())
  })
  beforeEach(async () => {
    world.now = start
    world.buyer = await world.shop.buyer()
  })

  const send = async (name: GatewayName, { headers, body }: Notice): Promise<[number, string]> => {
    const given = Object.entries(headers).map(([key, value]): [string, string] => [key, String(value)])
    const reply = await fetch(`${world.base}/callback/${name}`, { method: "POST", headers: given, body })
    return [reply.status, await reply.text()]
  }
  /** Creates an order of 100 credits for 10.00 yuan. */
  const ordered = async () => (await world.shop.orderCredits(world.buyer, 100)).order_no
  const begin = async (name: GatewayName, order_no: string) => {
    const reply = await world.app.call("POST /order/pay", { order_no, payment_type: types[name] }, world.buyer)
    if (!reply.ok) throw new Error(reply.message)
    // Alipay's trade starts when its page is opened
    if (name === "alipay") await fetch(reply.data.payment_url)
    return reply.data
  }
  const paidAt = async (name: GatewayName): Promise<string> => {
    const order_no = await ordered()
    await begin(name, order_no)
    world.standIn.pay(name, order_no)
    return order_no
  }
  const tell = (name: GatewayName, order_no: string, changes?: NoticeChanges) => send(name, world.standIn.notice(name, order_no, changes))
  const statesOf = async (order_no: string) =>
    (
      await world.shop.rows<{ state: string }>("select state from payment_attempt where trade_no like $1 || '%' order by id", [order_no])
    ).map(({ state }) => state)
  const events = (type: number) =>
    world.shop.rows<{ detail: string }>("select detail from security_event where type = $1 order by id", [type])
  const expectPaid = async (order_no: string, payment_type: number) => {
    expect(await world.shop.read(world.buyer, order_no)).toMatchObject({ status: OrderStatus.paid, payment_type })
    expect(await world.shop.credits(world.buyer)).toBe(100)
    await world.shop.expectLedgerHolds()
  }
  const expectUnpaid = async (order_no: string) => {
    expect((await world.shop.read(world.buyer, order_no)).status).not.toBe(OrderStatus.paid)
    expect(await world.shop.credits(world.buyer)).toBe(0)
  }

  return { world, logged, send, ordered, begin, paidAt, tell, statesOf, events, expectPaid, expectUnpaid }
}
