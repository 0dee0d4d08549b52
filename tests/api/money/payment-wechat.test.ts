import { beforeAll, beforeEach, expect, test } from "vitest"
import { OrderStatus, PaymentType } from "@/lib/contract/money/order.enums"
import { createOauth } from "@/server/ports/oauth/create-oauth"
import { createPayments } from "@/server/ports/payment/create-payments"
import { startGateways, type GatewaysStandIn } from "@/server/ports/payment/testing/gateways.stand-in"
import { closeAtTheEnd } from "../../setup/opened"
import { shopOf, type TestShop } from "../../setup/shop"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

/* Payment in WeChat's built-in browser (docs/decisions/085). */

let app: TestApp
let shop: TestShop
let standIn: GatewaysStandIn
let buyer: TestUser
const wechat =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.50"
const phone = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36"

beforeAll(async () => {
  standIn = await startGateways()
  closeAtTheEnd(() => standIn.close())
  app = await testApp({ payments: createPayments(standIn.options), oauth: createOauth(standIn.oauth) })
  shop = shopOf(app)
  await shop.set("score", { register: 0, credit_exchange: 10, enable_recharge: true })
  await shop.set("system", { domain: "https://doujia.example.com" })
  await shop.set("wechatpay", standIn.configs.wechatpay)
})
beforeEach(async () => {
  buyer = await shop.buyer()
  await shop.set("oauthOfficialAccount", standIn.officialAccount)
})

const pay = async (user_agent: string, more: object) => {
  const { order_no } = await shop.orderCredits(buyer, 100)
  const input = { order_no, payment_type: PaymentType.wechat, ...more }
  const reply = await app.dispatch("POST /order/pay", input, { id: "test", ip: "203.0.113.7", user_agent, token: buyer.token })
  return { order_no, reply }
}
const appid = async () => {
  const settings = await app.call("GET /settings", {})
  return settings.ok && settings.data.payment.official_account_appid
}

test("with a code its bridge gets the parameters for the user whom WeChat identifies; the payment is delivered", async () => {
  expect(await appid()).toBe(standIn.officialAccount.client_id)
  const { order_no, reply } = await pay(wechat, { is_wap: true, code: "code-o123" })
  expect(reply).toMatchObject({
    ok: true,
    data: { order_status: OrderStatus.pending, payment_url: "", extra: { appId: appidOfMerchant(), signType: "RSA" } },
  })
  expect(standIn.trade("wechatpay", order_no)).toMatchObject({ kind: "jsapi", fen: 1_000 })
  standIn.pay("wechatpay", order_no)
  expect(await app.call("GET /order/status", { order_no }, buyer)).toMatchObject({ ok: true, data: { status: OrderStatus.paid } })
  expect(await shop.credits(buyer)).toBe(100)
})
const appidOfMerchant = () => standIn.configs.wechatpay.app_id

test.each([
  ["without a code", wechat, { is_wap: true }],
  ["without a code, and without the word of the client", wechat, {}],
])("the mobile payment page is not used: %s shows a QR code", async (_, agent, more) => {
  const { order_no, reply } = await pay(agent, more)
  expect(reply).toMatchObject({ ok: true, data: { payment_url: expect.stringMatching(/^weixin:/) } })
  expect(standIn.trade("wechatpay", order_no)?.kind).toBe("native")
})

test("nor is it used without the account that identifies the payer: none, or an application of another merchant", async () => {
  for (const account of [
    { client_id: "", client_secret: "" },
    { client_id: "wx2", client_secret: "s" },
  ]) {
    await shop.set("oauthOfficialAccount", account)
    expect(await appid()).toBe("")
    const { order_no, reply } = await pay(wechat, { is_wap: true, code: "code-o123" })
    expect(reply).toMatchObject({ ok: true, data: { payment_url: expect.stringMatching(/^weixin:/) } })
    expect(standIn.trade("wechatpay", order_no)?.kind).toBe("native")
  }
})

test("a mobile browser is sent to the mobile payment page", async () => {
  const { order_no, reply } = await pay(phone, { is_wap: true })
  expect(reply).toMatchObject({ ok: true, data: { payment_url: expect.stringContaining("/pay/wechatpay/") } })
  expect(standIn.trade("wechatpay", order_no)?.kind).toBe("h5")
})

test("a used code, a wrong secret and a silent WeChat return an error, and no payment starts", async () => {
  const expired = await pay(wechat, { code: "used" })
  expect(expired.reply).toMatchObject({ ok: false, status: 400, body: { message: "微信授权已失效，请再按一次支付", field: "code" } })
  expect(standIn.trade("wechatpay", expired.order_no)).toBeUndefined()
  await shop.set("oauthOfficialAccount", { client_secret: "wrong" })
  expect((await pay(wechat, { code: "code-o1" })).reply).toMatchObject({ ok: false, body: { message: "支付配置有误，请联系管理员" } })
  standIn.misbehave("silent")
  expect((await pay(wechat, { code: "code-o1" })).reply).toMatchObject({
    ok: false,
    status: 503,
    body: { message: "微信暂时没有回应，请稍后再试" },
  })
  standIn.misbehave(null)
})
