import { expect, test } from "vitest"
import { OrderType, PaymentType } from "@/lib/contract/money/order.enums"
import { Order } from "@/lib/contract/money/order"
import { payMethods } from "./pay-methods"

const none = { enable_wechatpay: false, enable_alipay: false, enable_xunhupay: false, xunhupay_name: "" }
const all = { enable_wechatpay: true, enable_alipay: true, enable_xunhupay: true, xunhupay_name: "云闪付" }
const codes = { enable_code_download: false, max_price: 0 }
const site = { creditName: "魔豆", vipByCredits: true, gateways: none, codes }
const of = (order_type: number) => Order.parse({ order_type, amount: 25, fen: 250 })

test("credits pay for a document, with the balance beside them", () => {
  expect(payMethods(of(OrderType.document), 1_260, site)).toEqual([
    {
      type: PaymentType.credit,
      label: "魔豆支付",
      price: "25 魔豆",
      note: "余额 1,260，付后还有 1,235",
      refusal: "",
      action: "用魔豆支付 25 魔豆",
    },
  ])
})
test("too few credits show how many are missing", () => {
  expect(payMethods(of(OrderType.document), 20, site)[0]!.refusal).toBe("余额 20，还差 5 魔豆")
})
test("credits buy a membership only if the site permits it, and never credits", () => {
  expect(payMethods(of(OrderType.vip), 100, site)).toHaveLength(1)
  expect(payMethods(of(OrderType.vip), 100, { ...site, vipByCredits: false })).toEqual([])
  expect(payMethods(of(OrderType.recharge), 100, site)).toEqual([])
})

test("enabled gateways pay for anything with a price in money, the third under its own name", () => {
  const labels = (order_type: number, fen = 250) =>
    payMethods(Order.parse({ order_type, amount: 25, fen }), 100, { ...site, gateways: all }).map(({ label }) => label)
  expect(labels(OrderType.recharge)).toEqual(["微信支付", "支付宝支付", "云闪付"])
  expect(labels(OrderType.vip)).toEqual(["魔豆支付", "微信支付", "支付宝支付", "云闪付"])
  expect(labels(OrderType.document, 0)).toEqual(["魔豆支付"])
  expect(payMethods(of(OrderType.recharge), 0, { ...site, gateways: { ...none, enable_alipay: true } })).toEqual([
    { type: PaymentType.alipay, label: "支付宝支付", price: "¥2.50", note: "", refusal: "", action: "用支付宝支付 ¥2.50" },
  ])
})
test("a user with too few credits is offered money first, and a started method stays selected", () => {
  const first = (more: object, balance = 5) =>
    payMethods(Order.parse({ order_type: OrderType.document, amount: 25, fen: 250, ...more }), balance, { ...site, gateways: all })[0]!.type
  expect(first({})).toBe(PaymentType.wechat)
  expect(first({}, 100)).toBe(PaymentType.credit)
  expect(first({ payment_type: PaymentType.alipay }, 100)).toBe(PaymentType.alipay)
})

test("a download code pays for a document, up to the price limit of the site", () => {
  const codesOf = (order_type: number, max_price: number, amount = 25) =>
    payMethods(Order.parse({ order_type, amount }), 100, { ...site, codes: { enable_code_download: true, max_price } })
      .filter(({ type }) => type === PaymentType.code)
      .map(({ refusal }) => refusal)
  expect(codesOf(OrderType.document, 0)).toEqual([""])
  expect(codesOf(OrderType.document, 25)).toEqual([""])
  expect(codesOf(OrderType.document, 24)).toEqual(["只能用于 24 魔豆以内的文档"])
  expect(codesOf(OrderType.document, 0, 0)).toEqual([])
  expect(codesOf(OrderType.vip, 0)).toEqual([])
  expect(payMethods(of(OrderType.document), 100, site)).toHaveLength(1)
})
