import { createVerify } from "node:crypto"
import { beforeAll, afterAll, describe, expect, test } from "vitest"
import { fen } from "../../../lib/rules/money/money"
import { createPayments, type Payments } from "./create-payments"
import { formOf } from "./form-notices"
import { memoryPayments } from "./memory.payment"
import { paymentSuite, refundSuite, type PaymentTestSubject } from "./payment.suite"
import type { Charge } from "./payment.port"
import { startGateways, type GatewaysStandIn } from "./testing/gateways.stand-in"

const now = () => new Date("2026-11-20T04:00:00Z")
let standIn: GatewaysStandIn
let payments: Payments
beforeAll(async () => {
  standIn = await startGateways({ now })
  payments = createPayments(standIn.options)
})
afterAll(() => standIn.close())

describe.each(["wechatpay", "alipay", "xunhupay"] as const)("%s", (name) => {
  const subject = (): PaymentTestSubject => {
    const { wechatpay, alipay, xunhupay } = standIn.configs
    const gateways = {
      wechatpay: () => payments.wechatpay(wechatpay),
      alipay: () => payments.alipay(alipay),
      xunhupay: () => payments.xunhupay(xunhupay),
    }
    const visit = async (url: string) => (url.startsWith(standIn.url) ? fetch(url) : undefined)
    return { name, gateway: gateways[name](), desk: standIn, visit, now }
  }
  paymentSuite(subject)
  if (name === "xunhupay") return
  refundSuite(subject)

  test("a response signed by another party is rejected", async () => {
    const { gateway } = subject()
    const order_no = `2026112012000088888${name === "alipay" ? 1 : 2}`
    const { payment_url } = await gateway.begin({ ...charge, order_no })
    if (payment_url.startsWith(standIn.url)) await fetch(payment_url)
    standIn.pay(name, order_no)
    standIn.misbehave("forging")
    const error = await gateway.query(order_no).catch((one: unknown) => one)
    standIn.misbehave(null)
    expect(error).toMatchObject({ fault: "unavailable" })
  })
})

describe.each(["wechatpay", "alipay", "xunhupay"] as const)("memory: %s", (name) => {
  const desk = memoryPayments({ now })
  const subject = (): PaymentTestSubject => ({ name, gateway: desk.gatewayOf(name), desk, now })
  paymentSuite(subject)
  refundSuite(subject)
})

const charge: Charge = {
  order_no: "20261120120000777777",
  fen: fen(1),
  title: "充值",
  notify_url: "https://doujia.example.com/callback/wechatpay",
  return_url: "https://doujia.example.com/order?order_no=1",
  expires_at: new Date("2026-11-20T04:30:00Z"),
  ip: "203.0.113.7",
  scene: "desktop",
}

describe("WeChat Pay", () => {
  test("a phone's browser is redirected, and returns to the order", async () => {
    const { payment_url } = await payments.wechatpay(standIn.configs.wechatpay).begin({ ...charge, scene: "mobile" })
    expect(new URL(payment_url).searchParams.get("redirect_url")).toBe(charge.return_url)
  })

  test("its own browser gets the signed bridge parameters", async () => {
    const order_no = "20261120120000777778"
    const inside: Charge = { ...charge, order_no, scene: "wechat", openid: "o1" }
    const { payment_url, extra } = await payments.wechatpay(standIn.configs.wechatpay).begin(inside)
    expect([payment_url, extra.package, extra.signType]).toEqual(["", `prepay_id=wx${order_no}`, "RSA"])
    const text = `${extra.appId}\n${extra.timeStamp}\n${extra.nonceStr}\n${extra.package}\n`
    const { privateKey } = { privateKey: standIn.configs.wechatpay.private_key }
    expect(createVerify("RSA-SHA256").update(text).verify(privateKey, extra.paySign!, "base64")).toBe(true)
  })

  test("a number used for another method or amount is rejected", async () => {
    const { wechatpay } = standIn.configs
    const again = { ...charge, order_no: "20261120120000777776" }
    await payments.wechatpay(wechatpay).begin(again)
    for (const changed of [{ scene: "mobile" as const }, { fen: fen(2) }])
      await expect(payments.wechatpay(wechatpay).begin({ ...again, ...changed })).rejects.toMatchObject({ fault: "refused" })
  })

  test.each([{ private_key: "x" }, { api_v3_key: "short" }, { public_key: "" }, { public_key: "x" }, { platform_cert: "x" }])(
    "unreadable keys are a settings error: %o",
    (wrong) => {
      const made = () => payments.wechatpay({ ...standIn.configs.wechatpay, ...wrong })
      expect(made).toThrow(expect.objectContaining({ fault: "config", message: "支付配置有误，请联系管理员" }))
    },
  )

  test("keys are accepted on one line and without header and footer", async () => {
    const { private_key, public_key } = standIn.configs.wechatpay
    const bare = (text: string) => text.replace(/-----[^-]+-----/g, "").replaceAll("\n", "")
    const config = { ...standIn.configs.wechatpay, private_key: bare(private_key), public_key: public_key.replaceAll("\n", " ") }
    expect(await payments.wechatpay(config).query("20261120000000999999")).toBeNull()
  })
})

describe("Alipay", () => {
  test("a phone gets the mobile page", async () => {
    const { payment_url } = await payments.alipay(standIn.configs.alipay).begin({ ...charge, scene: "mobile" })
    expect(new URL(payment_url).searchParams.get("method")).toBe("alipay.trade.wap.pay")
  })
})

test("a form with a duplicate field is rejected: the signed one is ambiguous", () => {
  expect(() => formOf("a=1&b=2&a=3")).toThrow(expect.objectContaining({ fault: "form" }))
  expect(formOf("a=1+2&b=%26")).toEqual({ a: "1 2", b: "&" })
})

test("the generic gateway is called over https only [security: 12.3.1]", () => {
  const config = { ...standIn.configs.xunhupay, gateway_url: "http://example.com/payment" }
  expect(() => createPayments().xunhupay(config)).toThrow(expect.objectContaining({ fault: "config" }))
})
