import { refundNumber } from "../../lib/rules/money/refund"
import type { TortureShop } from "./shop"

/**
 * Refunds all or part of a payment as staff: the same refund is requested several times at once, and perhaps another one of the same order.
 */
export const refund = async (shop: TortureShop): Promise<void> => {
  const { gate, random, record, site } = shop
  const paid = ["pay", "note", "status"] as const
  const orders = paid.flatMap((kind) => [...record.of(kind)].filter(([, { done }]) => done > 0).map(([order_no]) => order_no))
  if (orders.length === 0) return
  const order_no = random.pick(orders)
  const { json, status } = await gate.pass(() => site.call("GET /order/refund", { order_no }, site.admin))
  if (status !== 200) return
  const part = (most: number) => (random.below(3) === 0 ? most : random.below(most + 1))
  const [fen, amount] = [part(Number(json["most_fen"])), part(Number(json["most_amount"]))]
  if (fen === 0 && amount === 0) return
  const numbers = Array.from({ length: 1 + random.below(2) }, () => refundNumber(new Date()))
  const sent = numbers.flatMap((refund_no) => Array.from({ length: 1 + random.below(3) }, () => refund_no))
  await Promise.all(
    sent.map((refund_no) => {
      const input = { order_no, refund_no, fen, amount, remark: "退款" }
      return shop.act("refund", refund_no, "POST /order/refund", input, site.admin)
    }),
  )
}
