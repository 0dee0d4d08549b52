import { OrderType } from "@/lib/contract/enums"
import type { Order } from "@/lib/contract/types"
import { count, yuan } from "@/lib/domain/format"
import { credits, fen, minus, plus, type Fen } from "@/lib/domain/money"

type Named = Pick<Order, "order_type" | "product_name" | "quantity">
type Priced = Pick<Order, "order_type" | "amount" | "fen">

/** What was ordered, as its owner reads it. */
export const orderName = ({ order_type, product_name, quantity }: Named, creditName: string): string =>
  order_type === OrderType.recharge ? `充值 ${count(quantity)} ${creditName}` : product_name || OrderType.labelOf(order_type)

/** "45.00 元" for a recharge, "450 魔豆（45.00 元）" for the rest: both prices are those of the moment it was ordered. */
export const orderPrice = ({ order_type, amount, fen: money }: Priced, creditName: string): string => {
  const text = `${yuan(fen(money))} 元`
  return order_type === OrderType.recharge ? text : `${count(amount)} ${creditName}${money > 0 ? `（${text}）` : ""}`
}

/** The price before the discount, to be struck out; "" where there was none. A recharge is paid in money, so its discount is not told in credits. */
export const fullPrice = (
  { order_type, amount, coupon_amount }: Pick<Order, "order_type" | "amount" | "coupon_amount">,
  creditName: string,
) =>
  order_type === OrderType.recharge || coupon_amount <= 0 ? "" : `${count(plus(credits(amount), credits(coupon_amount)))} ${creditName}`

/** What stayed with the site of the money that was paid. */
export const keptFen = (order: Pick<Order, "fen" | "refund_fen">): Fen => minus(fen(order.fen), fen(order.refund_fen))
