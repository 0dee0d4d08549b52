import { OrderStatus, RefundStatus } from "../../lib/contract/money/order.enums"
import { possible, type TortureState, type Moves } from "./moves"
import type { OrderState } from "./snapshot"

/** Checks whether the full price has been refunded: the document can then be bought again. */
export const isRefunded = ({ fen, amount, refund_fen, refund_amount }: OrderState): boolean =>
  (refund_fen > 0 && refund_fen >= fen) || (refund_amount > 0 && refund_amount >= amount)

/** A refund happens once however often it is requested, only for a paid order, and with the movements that it states. */
export function* faultsOfRefunds({ record, snapshot }: TortureState, moves: Moves): Generator<string> {
  const orders = new Map(snapshot.orders.map((order) => [order.order_no, order]))
  const refunds = new Map(snapshot.refunds.map((refund) => [refund.refund_no, refund]))
  for (const [no, { done, answers }] of record.of("refund")) {
    const refund = refunds.get(no)
    if (done > 0 && (!refund || refund.status === RefundStatus.failed)) yield `退款 ${no} 成功过，现在没有`
    const other = refund && answers.some((answer) => answer["fen"] !== refund.fen || answer["amount"] !== refund.amount)
    if (other) yield `退款 ${no} 的数目变了`
  }
  for (const { refund_no: no, order_no, amount, taken, income } of snapshot.refunds) {
    const order = orders.get(order_no)
    if (!possible(record.find("refund", no))) yield `退款 ${no} 没有人要过`
    if (!order || order.status !== OrderStatus.paid) {
      yield `退款 ${no} 的订单没有支付`
      continue
    }
    const sides: [number, number][] = [
      [order.user_id, amount - taken],
      ...(order.author === null ? [] : [[order.author, -income] as [number, number]]),
    ]
    const expected = sides.filter(([, moved]) => moved !== 0)
    const key = ([user, moved]: [number, number]) => `${user}:${moved}`
    const actual = (moves.get(`refund:${no}`) ?? []).map(key).toSorted().join()
    if (actual !== expected.map(key).toSorted().join())
      yield `退款 ${no} 的积分变动是 ${actual}，应该是 ${expected.map(key).toSorted().join()}`
  }
  for (const key of moves.keys()) if (key.startsWith("refund:") && !refunds.has(key.slice(7))) yield `账本里的 ${key} 没有退款`
}
