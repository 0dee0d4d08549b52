import { describe, expect, test } from "vitest"
import { OrderStatus, PaymentType } from "@/lib/contract/money/order.enums"
import { isGone, refundedSum, refundHint, refundLeftOf, refundWord } from "./refund-text"

const order = (more: object = {}) => ({
  status: OrderStatus.paid,
  payment_type: PaymentType.alipay as number,
  fen: 1_000,
  amount: 100,
  refund_fen: 0,
  refund_amount: 0,
  refunded_at: null as string | null,
  ...more,
})
const at = "2026-11-20T04:00:00Z"

describe("the refund texts of an order", () => {
  test.each([
    [{}, "", "", false],
    [{ refund_fen: 1_000 }, "退款中", "10.00 元", true],
    [{ refund_fen: 250, refunded_at: at }, "部分退款", "2.50 元", false],
    [{ refund_fen: 1_000, refunded_at: at }, "已退款", "10.00 元", true],
    [{ refund_amount: 100, refunded_at: at }, "已退款", "100 魔豆", true],
  ])("%o", (more, word, sum, gone) => {
    const one = order(more)
    expect([refundWord(one), refundedSum(one, "魔豆"), isGone(one)]).toEqual([word, sum, gone])
  })

  test("the remainder, in the unit of the payment", () => {
    expect(refundLeftOf(order({ refund_fen: 250 }))).toEqual({ fen: 750, amount: 0 })
    expect(refundLeftOf(order({ payment_type: PaymentType.credit }))).toEqual({ fen: 0, amount: 100 })
    expect(refundLeftOf(order({ status: OrderStatus.closed }))).toEqual({ fen: 0, amount: 0 })
  })

  test("staff see who has to return the money", () => {
    expect(refundHint(PaymentType.credit)).toContain("立即退回")
    expect(refundHint(PaymentType.wechat)).toContain("微信支付原路退回")
    expect(refundHint(PaymentType.third)).toContain("第三方支付自己的后台")
    expect(refundHint(PaymentType.cash)).toContain("先把钱退给对方")
  })
})
