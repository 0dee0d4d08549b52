import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { OrderStatus, PaymentType } from "@/lib/contract/money/order.enums"
import { createCtx } from "@/server/context"
import { receiveNotice } from "@/server/modules/money/order/receipt.usecases"
import { createPayments } from "@/server/ports/payment/create-payments"
import { gatewayDesk } from "@/server/ports/payment/testing/gateway-desk"
import { startGateways, type GatewaysStandIn } from "@/server/ports/payment/testing/gateways.stand-in"
import { closeAtTheEnd } from "../../setup/opened"
import { shopOf, type TestShop } from "../../setup/shop"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

/* A site whose gateways are mock servers, and the page where a user pays them (docs/decisions/086). */

let app: TestApp
let shop: TestShop
let standIn: GatewaysStandIn
let buyer: TestUser
let site = ""
const name = "xunhupay"

beforeAll(async () => {
  standIn = await startGateways({ page: gatewayDesk(() => standIn) })
  closeAtTheEnd(() => standIn.close())
  app = await testApp({ payments: createPayments({ ...standIn.options, trial: true }) })
  shop = shopOf(app)
  await shop.set("score", { register: 0, credit_exchange: 10, enable_recharge: true })
  await shop.set(name, standIn.configs[name])
  const server = createServer((request, response) => {
    let body = ""
    request.setEncoding("utf8").on("data", (part: string) => (body += part))
    request.on("end", async () => {
      const reply = await receiveNotice(createCtx(app), name, { headers: request.headers, body })
      response.writeHead(reply.status).end(reply.body)
    })
  }).listen(0, "127.0.0.1")
  await new Promise((done) => server.once("listening", done))
  afterAll(() => server.close())
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(async () => {
  buyer = await shop.buyer()
  await shop.set("system", { domain: site })
})

const begin = async () => {
  const { order_no } = await shop.orderCredits(buyer, 100)
  const reply = await app.call("POST /order/pay", { order_no, payment_type: PaymentType.third }, buyer)
  return { order_no, reply }
}
const press = async (order_no: string, act: string) => {
  const form = new URLSearchParams({ name, order_no: standIn.trade(name, order_no)!.order_no, act, back: `${site}/order` })
  const reply = await fetch(`${standIn.url}/desk`, { method: "POST", body: form })
  return reply.text()
}
const statusOf = async (order_no: string) => (await shop.read(buyer, order_no)).status

test("a site with a public domain cannot be paid with simulators: no payment starts, and no notification is accepted", async () => {
  const { order_no, reply } = await begin()
  expect(reply.ok).toBe(true)
  await shop.set("system", { domain: "https://doujia.example.com" })
  expect(await app.call("GET /settings", {})).toMatchObject({ data: { payment: { enable_xunhupay: false } } })
  expect((await begin()).reply).toMatchObject({ ok: false, status: 400, message: "网站没有开通这种支付方式" })
  standIn.pay(name, order_no)
  await expect(receiveNotice(createCtx(app), name, standIn.notice(name, order_no))).rejects.toMatchObject({ status: 404 })
  expect(await app.call("GET /order/status", { order_no }, buyer)).toMatchObject({ ok: true, data: { status: OrderStatus.pending } })
  expect(await shop.credits(buyer)).toBe(0)
})

test("staff see a notice", async () => {
  const stats = await app.call("GET /stats", {}, await app.admin())
  expect(stats.ok && stats.data.notices).toContain("支付在试用（PAYMENT_SANDBOX）：找的是模拟平台，收不到真的钱。")
})

describe("the page of the simulators", () => {
  test("leads from the site to the payment and back, and lists the started payments", async () => {
    const { order_no, reply } = await begin()
    const page = await (await fetch(reply.ok ? reply.data.payment_url : "")).text()
    expect(page).toContain(`${order_no}001`)
    expect(page).toContain("10.00 元 · 待付款")
    expect(await (await fetch(standIn.url)).text()).toContain(`${order_no}001`)
    expect(await press(order_no, "pay")).toMatch(/通知：200 success[\s\S]*返回网站/)
    expect(await statusOf(order_no)).toBe(OrderStatus.paid)
    expect((await fetch(`${standIn.url}/pay/xunhupay/1`)).status).toBe(404)
  })

  test.each([
    ["again", /通知 5：200 success/],
    ["disorder", /之后才到的“待付款”：200 success/],
  ])("%s has one effect", async (act, said) => {
    const { order_no } = await begin()
    expect(await press(order_no, act)).toMatch(said)
    expect(await statusOf(order_no)).toBe(OrderStatus.paid)
    expect(await shop.credits(buyer)).toBe(100)
    await shop.expectLedgerHolds()
  })

  test("lost: the site learns about it by a query", async () => {
    const { order_no } = await begin()
    await press(order_no, "lost")
    expect(await statusOf(order_no)).toBe(OrderStatus.pending)
    expect(await app.call("GET /order/status", { order_no }, buyer)).toMatchObject({ ok: true, data: { status: OrderStatus.paid } })
  })

  test("forged: has no effect", async () => {
    const { order_no } = await begin()
    expect(await press(order_no, "forged")).toMatch(
      /别人的签名：400 fail[\s\S]*金额不对：400 fail[\s\S]*商户不对：400 fail[\s\S]*两天前的：400 fail/,
    )
    expect(await app.call("GET /order/status", { order_no }, buyer)).toMatchObject({ ok: true, data: { status: OrderStatus.pending } })
    expect(await shop.credits(buyer)).toBe(0)
  })
})
