import { OrderStatus, OrderType, PaymentType } from "@/lib/contract/money/order.enums"
import type { Order } from "@/lib/contract/types"
import { count, yuan } from "@/lib/rules/format"
import { credits, fen, minus, plus, type Fen } from "@/lib/rules/money/money"
import { takesMoney } from "@/lib/rules/money/paid-in-money"

type Named = Pick<Order, "order_type" | "product_name" | "quantity">
type Priced = Pick<Order, "order_type" | "amount" | "fen"> & Partial<Pick<Order, "status" | "payment_type">>
/** The unit of credits from the settings (`SiteSettings.system`). */
export type CreditUnit = { credit_name: string; show_exchange: boolean }

/** Returns what was ordered, as displayed to its owner. */
export const orderName = ({ order_type, product_name, quantity }: Named, creditName: string): string =>
  order_type === OrderType.recharge ? `充值 ${count(quantity)} ${creditName}` : product_name || OrderType.labelOf(order_type)

/** Returns the payment method, as displayed to the order's owner. */
export const paymentName = (payment_type: number, creditName: string): string =>
  payment_type === PaymentType.credit ? `${creditName}支付` : PaymentType.labelOf(payment_type)

/**
 * Returns "45.00 元" for a recharge, "450 魔豆（45.00 元）" for other orders; both prices are those at the time of the order. If the site does
 * not display the exchange rate, the price in money appears only for orders that are (`inMoney`) or were paid in money.
 */
export const orderPrice = (order: Priced, { credit_name, show_exchange }: CreditUnit, inMoney = false): string => {
  const text = `${yuan(fen(order.fen))} 元`
  if (order.order_type === OrderType.recharge) return text
  const told = show_exchange || inMoney || (order.status === OrderStatus.paid && takesMoney(order.payment_type ?? 0))
  return `${count(order.amount)} ${credit_name}${told && order.fen > 0 ? `（${text}）` : ""}`
}

/**
 * Returns the price before the discount, displayed crossed out; "" without a discount. A recharge is paid in money, so its discount is not
 * displayed in credits.
 */
export const fullPrice = (
  { order_type, amount, coupon_amount }: Pick<Order, "order_type" | "amount" | "coupon_amount">,
  creditName: string,
) =>
  order_type === OrderType.recharge || coupon_amount <= 0 ? "" : `${count(plus(credits(amount), credits(coupon_amount)))} ${creditName}`

/** Returns the paid money minus the refunds. */
export const keptFen = (order: Pick<Order, "fen" | "refund_fen">): Fen => minus(fen(order.fen), fen(order.refund_fen))

/** Returns what was paid for an order in money; "" if it was paid otherwise. An unpaid order has both prices. */
export const moneyPart = ({ status, payment_type, fen: sum }: Pick<Order, "status" | "payment_type" | "fen">): string =>
  status === OrderStatus.paid && !takesMoney(payment_type) ? "" : yuan(fen(sum))

/** Returns what was paid for an order in credits; "" if it was paid otherwise. */
export const creditPart = ({ status, payment_type, amount }: Pick<Order, "status" | "payment_type" | "amount">): string =>
  status === OrderStatus.paid && payment_type !== PaymentType.credit ? "" : count(amount)

/** Returns the sums of paid orders: "已支付 67.40 元，20 魔豆；已退 1.00 元". */
export const sumText = (sum: { fen: number; amount: number; refund_fen: number; refund_amount: number }, creditName: string): string => {
  const paid = [`${yuan(fen(sum.fen))} 元`, `${count(sum.amount)} ${creditName}`].join("，")
  const refunded = [
    ...(sum.refund_fen > 0 ? [`${yuan(fen(sum.refund_fen))} 元`] : []),
    ...(sum.refund_amount > 0 ? [`${count(sum.refund_amount)} ${creditName}`] : []),
  ].join("，")
  return `已支付 ${paid}${refunded ? `；已退 ${refunded}` : ""}`
}
