import { PaymentType } from "@/lib/contract/money/order.enums"
import type { Order } from "@/lib/contract/types"
import { count, yuan } from "@/lib/rules/format"
import { credits, fen } from "@/lib/rules/money/money"
import { isWhollyRefunded, refundLeft, refundWay, type RefundAmount } from "@/lib/rules/money/refund"

type Sums = Pick<Order, "fen" | "amount" | "refund_fen" | "refund_amount">
const amountsOf = (order: Sums) => ({
  fen: fen(order.fen),
  amount: credits(order.amount),
  refund_fen: fen(order.refund_fen),
  refund_amount: credits(order.refund_amount),
})

/** Returns "10.00 元" or "25 魔豆"; "" if nothing was refunded. */
export const refundedSum = ({ refund_fen, refund_amount }: Pick<Order, "refund_fen" | "refund_amount">, creditName: string): string =>
  [
    ...(refund_fen > 0 ? [`${yuan(fen(refund_fen))} 元`] : []),
    ...(refund_amount > 0 ? [`${count(refund_amount)} ${creditName}`] : []),
  ].join("，")

/** Checks whether the order was refunded in full and no longer grants access. */
export const isGone = (order: Sums): boolean => isWhollyRefunded(amountsOf(order))

/** Returns the refund state displayed beside 已支付; "" if nothing was refunded. `refunded_at` is empty until the first refund has arrived. */
export const refundWord = (order: Sums & Pick<Order, "refunded_at">): string => {
  if (order.refund_fen === 0 && order.refund_amount === 0) return ""
  if (!order.refunded_at) return "退款中"
  return isGone(order) ? "已退款" : "部分退款"
}

/** Returns what can still be refunded of an order; zeros if nothing can. */
export const refundLeftOf = (order: Sums & Pick<Order, "status" | "payment_type">): RefundAmount => {
  const { status, payment_type } = order
  return refundLeft({ status, payment_type, ...amountsOf(order) })
}

/** Returns how a refund reaches the order's owner, for staff. */
export const refundHint = (payment_type: number): string => {
  const way = refundWay(payment_type)
  if (way === "credits") return "确认后立即退回对方的账号。"
  if (way === "gateway") return `由${PaymentType.labelOf(payment_type)}原路退回，一般几分钟内到账。`
  return payment_type === PaymentType.third ? "请先在第三方支付自己的后台退款，这里只做登记。" : "请先把钱退给对方，这里只做登记。"
}
