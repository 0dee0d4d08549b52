import { OrderStatus, OrderType, PaymentType } from "@/lib/contract/money/order.enums"
import type { Order } from "@/lib/contract/types"
import { count, yuan } from "@/lib/rules/format"
import { credits, fen, minus, plus, type Fen } from "@/lib/rules/money/money"
import { takesMoney } from "@/lib/rules/money/paid-in-money"

type Named = Pick<Order, "order_type" | "product_name" | "quantity">
type Priced = Pick<Order, "order_type" | "amount" | "fen"> & Partial<Pick<Order, "status" | "payment_type">>
/** The unit of credits as the settings have it (`SiteSettings.system`). */
export type CreditUnit = { credit_name: string; show_exchange: boolean }

/** What was ordered, as its owner reads it. */
export const orderName = ({ order_type, product_name, quantity }: Named, creditName: string): string =>
  order_type === OrderType.recharge ? `充值 ${count(quantity)} ${creditName}` : product_name || OrderType.labelOf(order_type)

/** How it was paid, as its owner reads it. */
export const paymentName = (payment_type: number, creditName: string): string =>
  payment_type === PaymentType.credit ? `${creditName}支付` : PaymentType.labelOf(payment_type)

/**
 * "45.00 元" for a recharge, "450 魔豆（45.00 元）" for the rest: both prices are those of the moment it was ordered. Where the site shows no exchange,
 * the second is told only of what is (`inMoney`) or was paid in money.
 */
export const orderPrice = (order: Priced, { credit_name, show_exchange }: CreditUnit, inMoney = false): string => {
  const text = `${yuan(fen(order.fen))} 元`
  if (order.order_type === OrderType.recharge) return text
  const told = show_exchange || inMoney || (order.status === OrderStatus.paid && takesMoney(order.payment_type ?? 0))
  return `${count(order.amount)} ${credit_name}${told && order.fen > 0 ? `（${text}）` : ""}`
}

/** The price before the discount, to be struck out; "" where there was none. A recharge is paid in money, so its discount is not told in credits. */
export const fullPrice = (
  { order_type, amount, coupon_amount }: Pick<Order, "order_type" | "amount" | "coupon_amount">,
  creditName: string,
) =>
  order_type === OrderType.recharge || coupon_amount <= 0 ? "" : `${count(plus(credits(amount), credits(coupon_amount)))} ${creditName}`

/** What stayed with the site of the money that was paid. */
export const keptFen = (order: Pick<Order, "fen" | "refund_fen">): Fen => minus(fen(order.fen), fen(order.refund_fen))
