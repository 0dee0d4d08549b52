import { X509Certificate } from "node:crypto"
import { beforeAll, beforeEach, expect, test } from "vitest"
import { createPayments } from "@/server/ports/payment/create-payments"
import { startGateways, type GatewaysStandIn } from "@/server/ports/payment/testing/gateways.stand-in"
import { closeAtTheEnd } from "../../setup/opened"
import { shopOf, type TestShop } from "../../setup/shop"
import { staffWith } from "../../setup/staff"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

/* The platform certificate of WeChat Pay, requested by staff. */

let app: TestApp
let shop: TestShop
let standIn: GatewaysStandIn
let staff: TestUser
beforeAll(async () => {
  standIn = await startGateways()
  closeAtTheEnd(() => standIn.close())
  app = await testApp({ payments: createPayments(standIn.options) })
  shop = shopOf(app)
  staff = await staffWith(app, "ConfigAPI/GetWechatPayCert")
})
beforeEach(async () => {
  standIn.misbehave(null)
  await shop.set("wechatpay", { ...standIn.configs.wechatpay, enable: false })
})
const ask = (as?: TestUser) => app.call("GET /wechatpay/cert", {}, as)

test("is for staff with the permission only", async () => {
  expect(await ask()).toMatchObject({ ok: false, status: 401 })
  expect(await ask(await staffWith(app, "ConfigAPI/ListConfig"))).toMatchObject({ ok: false, status: 403 })
})

test("the certificate is downloaded, decrypted and verified, and the gateway uses it instead of the public key", async () => {
  const reply = await ask(staff)
  if (!reply.ok) throw new Error(reply.message)
  const { cert, serial_no, expires_at, public_key } = reply.data
  expect(new X509Certificate(cert).serialNumber).toBe(serial_no)
  expect([expires_at, public_key]).toEqual(["2045-01-01T00:00:00.000Z", true])
  expect(JSON.stringify(reply)).not.toContain("PRIVATE")
  const config = { ...standIn.configs.wechatpay, public_key: "", public_key_id: "", platform_cert: cert }
  expect(() => app.payments.wechatpay(config)).not.toThrow()
})

test("a merchant without a certificate gets none, and is told whether the public key is set", async () => {
  standIn.misbehave("uncertified")
  expect(await ask(staff)).toMatchObject({ ok: true, data: { cert: "", serial_no: "", expires_at: null, public_key: true } })
})

test.each([
  [{ mch_id: "" }, "请先填写商户号、证书序列号、私钥和 APIv3 密钥，并保存"],
  [{ private_key: "x" }, "商户私钥读不出来，请重新粘贴 apiclient_key.pem 的内容"],
  [{ serial_no: "0" }, "微信没有认出这个商户，请核对商户号、证书序列号和私钥"],
  [{ api_v3_key: "x".repeat(32) }, "APIv3 密钥不对，请到商户平台核对"],
])("an error in the settings is reported: %o", async (wrong, message) => {
  await shop.set("wechatpay", wrong)
  expect(await ask(staff)).toMatchObject({ ok: false, status: 400, message })
})

test.each(["silent", "forging"] as const)("a response that is %s is rejected", async (how) => {
  standIn.misbehave(how)
  expect(await ask(staff)).toMatchObject({ ok: false, status: 503, message: "支付平台暂时没有回应，请稍后再试" })
})

test("POST /order/recharge is POST /order for credits", async () => {
  await shop.set("score", { register: 0, credit_exchange: 10, enable_recharge: true })
  const buyer = await shop.buyer()
  expect(await app.call("POST /order/recharge", { quantity: 100 })).toMatchObject({ ok: false, status: 401 })
  for (const quantity of ["x", undefined, 0])
    expect(await app.call("POST /order/recharge", { quantity }, buyer)).toMatchObject({ ok: false, status: 400 })
  const reply = await app.call("POST /order/recharge", { quantity: 100 }, buyer)
  expect(reply).toMatchObject({ ok: true, data: { order_type: 3, quantity: 100, fen: 1_000, status: 1 } })
  const { order_no } = await shop.orderCredits(buyer, 100)
  expect(reply.ok && reply.data.order_no).toBe(order_no)
})
