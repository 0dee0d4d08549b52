import { expect, test } from "vitest"
import { OrderType, PaymentType } from "@/lib/contract/enums"
import { Order } from "@/lib/contract/order"
import { payMethods } from "./pay-methods"

const site = { creditName: "魔豆", vipByCredits: true }
const of = (order_type: number) => Order.parse({ order_type, amount: 25, fen: 250 })

test("credits pay for a document, with what is left beside", () => {
  expect(payMethods(of(OrderType.document), 1_260, site)).toEqual([
    { type: PaymentType.credit, label: "积分支付", note: "剩余 1,260 魔豆", refusal: "" },
  ])
})
test("too few say how many are missing", () => {
  expect(payMethods(of(OrderType.document), 20, site)[0]!.refusal).toBe("还差 5 魔豆")
})
test("a membership only where the site takes credits for it, and never credits for credits", () => {
  expect(payMethods(of(OrderType.vip), 100, site)).toHaveLength(1)
  expect(payMethods(of(OrderType.vip), 100, { ...site, vipByCredits: false })).toEqual([])
  expect(payMethods(of(OrderType.recharge), 100, site)).toEqual([])
})
