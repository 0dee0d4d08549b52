import { OrderStatus, PaymentType } from "../../lib/contract/money/order.enums"
import { possible, type TortureState } from "./moves"
import type { PaymentAttempt } from "./snapshot"

/* Checks of orders that were paid through the gateway and with download codes. */

/** Checks whether the payment of an attempt has been seen. */
const isSeen = ({ state }: PaymentAttempt): boolean => state === "paid" || state === "surplus" || state === "returned"

/** Money is only taken for what was paid at the gateway, once per order; any surplus is recorded. */
export function* faultsOfGateway({ record, trades, snapshot }: TortureState): Generator<string> {
  const orders = new Map(snapshot.orders.map((order) => [order.order_no, order]))
  const attempts = new Map(snapshot.attempts.map((attempt) => [attempt.trade_no, attempt]))
  const payments = new Map<string, number>()
  for (const attempt of snapshot.attempts) {
    const { trade_no, order_no, state } = attempt
    const trade = trades.get(trade_no)
    if (isSeen(attempt) && trade?.state !== "paid") yield `支付 ${trade_no} 在支付平台没有付，这里却是 ${state}`
    if (isSeen(attempt) && trade && trade.fen !== orders.get(order_no)?.fen) yield `支付 ${trade_no} 的金额和订单不一样`
    if (state === "paid") payments.set(order_no, (payments.get(order_no) ?? 0) + 1)
  }
  for (const { order_no, status, payment_type } of snapshot.orders) {
    const expectedCount = status === OrderStatus.paid && payment_type === PaymentType.third ? 1 : 0
    const count = payments.get(order_no) ?? 0
    if (count !== expectedCount) yield `订单 ${order_no} 由支付平台付了 ${count} 次，应该是 ${expectedCount} 次`
  }
  for (const [trade_no, { done }] of record.of("notice")) {
    const attempt = attempts.get(trade_no)
    if (done > 0 && trades.get(trade_no)?.state === "paid" && !(attempt && isSeen(attempt)))
      yield `支付 ${trade_no} 的通知已经收下，却没有作用`
  }
  for (const [about, { done }] of record.of("forged")) if (done > 0) yield `伪造的通知被收下：${about}`
}

/** At the end, the site has recorded every payment at the gateway. */
export function* stuckAtGateway({ trades, snapshot }: TortureState): Generator<string> {
  const attempts = new Map(snapshot.attempts.map((attempt) => [attempt.trade_no, attempt]))
  const paid = new Set(snapshot.orders.filter(({ status }) => status === OrderStatus.paid).map(({ order_no }) => order_no))
  for (const [trade_no, { state }] of trades) {
    const attempt = attempts.get(trade_no)
    if (state === "paid" && !(attempt && isSeen(attempt) && paid.has(attempt.order_no)))
      yield `支付 ${trade_no} 在支付平台付了钱，这里没有支付`
  }
}

/** A code pays one order, and an order paid with a code has used exactly one. Requests are identified by order and code. */
export function* faultsOfCodes({ record, snapshot }: TortureState): Generator<string> {
  const used = new Map(snapshot.codes.map((code) => [code.order_no, code]))
  const orders = new Map(snapshot.orders.map((order) => [order.order_no, order]))
  const [codeOrders, byCode] = [new Set<string>(), new Map<string, number>()]
  for (const [about, tally] of record.of("code")) {
    const [order_no = "", code = ""] = about.split(" ")
    if (possible(tally)) codeOrders.add(order_no)
    byCode.set(code, (byCode.get(code) ?? 0) + tally.done)
    const { status, payment_type } = orders.get(order_no) ?? {}
    if (tally.done > 0 && !(status === OrderStatus.paid && payment_type === PaymentType.code))
      yield `订单 ${order_no} 用下载码支付成功过，现在不是`
  }
  for (const [code, done] of byCode) if (done > 1) yield `下载码 ${code} 成功用了 ${done} 次`
  for (const { order_no, user_id, status, payment_type } of snapshot.orders) {
    const isPaid = status === OrderStatus.paid && payment_type === PaymentType.code
    if (isPaid !== (used.get(order_no)?.user_id === user_id)) yield `订单 ${order_no} 和它的下载码不一致`
    if (isPaid && !codeOrders.has(order_no)) yield `订单 ${order_no} 没有人用下载码付过，却已支付`
  }
}
