import { describe, expect, test } from "vitest"
import { OrderStatus, OrderType, PaymentType } from "@/lib/contract/money/order.enums"
import { countdownText } from "./countdown"
import { creditPart, fullPrice, keptFen, moneyPart, orderName, orderPrice, sumText } from "./order-text"

describe("order texts", () => {
  test.each([
    [{ order_type: OrderType.document, product_name: "年报", quantity: 1 }, "年报"],
    [{ order_type: OrderType.vip, product_name: "", quantity: 1 }, "购买VIP"],
    [{ order_type: OrderType.recharge, product_name: "充值 1200 积分", quantity: 1_200 }, "充值 1,200 魔豆"],
  ])("%o is named %s", (order, name) => expect(orderName(order, "魔豆")).toBe(name))

  test.each([
    [{ order_type: OrderType.document, amount: 1_500, fen: 15_000 }, "1,500 魔豆（150.00 元）"],
    [{ order_type: OrderType.document, amount: 5, fen: 0 }, "5 魔豆"],
    [{ order_type: OrderType.recharge, amount: 475, fen: 4_750 }, "47.50 元"],
  ])("%o costs %s", (order, price) => expect(orderPrice(order, { credit_name: "魔豆", show_exchange: true })).toBe(price))

  test("without an exchange rate only money payments are shown in money", () => {
    const plain = { credit_name: "魔豆", show_exchange: false }
    expect(orderPrice({ order_type: OrderType.document, amount: 1_500, fen: 15_000 }, plain)).toBe("1,500 魔豆")
    expect(orderPrice({ order_type: OrderType.recharge, amount: 475, fen: 4_750 }, plain)).toBe("47.50 元")
    const document = { order_type: OrderType.document, amount: 25, fen: 250, status: OrderStatus.paid }
    expect(orderPrice({ ...document, payment_type: PaymentType.wechat }, plain)).toBe("25 魔豆（2.50 元）")
    expect(orderPrice({ ...document, payment_type: PaymentType.code }, plain)).toBe("25 魔豆")
    expect(orderPrice({ ...document, status: OrderStatus.pending }, plain, true)).toBe("25 魔豆（2.50 元）")
  })

  test("the full price is shown for a discount, in credits", () => {
    expect(fullPrice({ order_type: OrderType.document, amount: 20, coupon_amount: 5 }, "魔豆")).toBe("25 魔豆")
    expect(fullPrice({ order_type: OrderType.document, amount: 20, coupon_amount: 0 }, "魔豆")).toBe("")
    expect(fullPrice({ order_type: OrderType.recharge, amount: 475, coupon_amount: 25 }, "魔豆")).toBe("")
  })

  test("the remainder after a refund", () => expect(keptFen({ fen: 1_000, refund_fen: 250 })).toBe(750))
})

test.each([
  [0, "00:00:00"],
  [-5_000, "00:00:00"],
  [999, "00:00:00"],
  [1_000, "0分1秒"],
  [1_799_000, "29分59秒"],
  [3_600_000, "1小时0分0秒"],
  [2 * 86_400_000 + 4_000, "2天0分4秒"],
])("%d ms are %s", (left, text) => expect(countdownText(left)).toBe(text))

test.each([
  [OrderStatus.paid, PaymentType.wechat, "2.50", ""],
  [OrderStatus.paid, PaymentType.credit, "", "25"],
  [OrderStatus.paid, PaymentType.code, "", ""],
  [OrderStatus.pending, 0, "2.50", "25"],
])("an order of status %i by method %i has %j in money and %j in credits", (status, payment_type, money, credit) => {
  const order = { status, payment_type, fen: 250, amount: 25 }
  expect([moneyPart(order), creditPart(order)]).toEqual([money, credit])
})

test("sums name money and credits apart", () => {
  expect(sumText({ fen: 6_740, amount: 20, refund_fen: 0, refund_amount: 0 }, "魔豆")).toBe("已支付 67.40 元，20 魔豆")
  expect(sumText({ fen: 0, amount: 1_000, refund_fen: 100, refund_amount: 5 }, "魔豆")).toBe(
    "已支付 0.00 元，1,000 魔豆；已退 1.00 元，5 魔豆",
  )
})
