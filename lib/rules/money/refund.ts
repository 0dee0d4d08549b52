import { PaymentType, RefundStatus } from "../../contract/money/order.enums"
import { fen, minus, noCredits, noFen, plus, type Credits, type Fen } from "./money"
import { afterRefund, transitions } from "./order-status"

/*
 * Refunds of paid orders, and what is taken back in return (docs/decisions/074). Pure, for rules and screens. A refund uses the order's
 * payment method: credits through the ledger, WeChat and Alipay through the gateway. Payments that bypassed the site are only recorded.
 */

/** confirm: the refund succeeded · refuse: it failed · wait: its result is still unknown. */
export type RefundEvent = "confirm" | "refuse" | "wait"

const { pending, done, failed } = RefundStatus

/** Only a pending refund changes; done and failed are final, and later reports are ignored. */
export const refundTransitions: Readonly<Record<number, Readonly<Record<RefundEvent, number>>>> = {
  [pending]: { confirm: done, refuse: failed, wait: pending },
  [done]: { confirm: done, refuse: done, wait: done },
  [failed]: { confirm: failed, refuse: failed, wait: failed },
}

/** credits: through the ledger · gateway: through a call to the gateway · noted: staff refund it by hand and record it. */
export type RefundWay = "credits" | "gateway" | "noted"

const ways: Readonly<Record<number, RefundWay>> = {
  [PaymentType.credit]: "credits",
  [PaymentType.wechat]: "gateway",
  [PaymentType.alipay]: "gateway",
  [PaymentType.bank]: "noted",
  [PaymentType.cash]: "noted",
  [PaymentType.other]: "noted",
  [PaymentType.third]: "noted",
}

/** Returns null if nothing was paid: credits from staff, download codes. */
export const refundWay = (payment_type: number): RefundWay | null => ways[payment_type] ?? null

type Amounts = { fen: Fen; amount: Credits; refund_fen: Fen; refund_amount: Credits }
export type Refundable = Amounts & { status: number; payment_type: number }
/** Only one of the two is above zero: 分 for orders paid in money, credits for orders paid with credits. */
export type RefundAmount = { fen: Fen; amount: Credits }

/** Returns what has not been refunded yet; zeros if nothing was paid. */
export const refundLeft = (order: Refundable): RefundAmount => {
  const way = transitions[order.status]?.refund.effect === "refund" ? refundWay(order.payment_type) : null
  if (!way) return { fen: noFen, amount: noCredits }
  return way === "credits"
    ? { fen: noFen, amount: minus(order.amount, order.refund_amount) }
    : { fen: minus(order.fen, order.refund_fen), amount: noCredits }
}

/** Returns the totals after another refund; null if it is zero, exceeds what is left, or is in a unit other than the one used to pay. */
export const afterPart = (order: Refundable, part: RefundAmount): Pick<Amounts, "refund_fen" | "refund_amount"> | null => {
  const left = refundLeft(order)
  if (part.amount > 0) {
    const fits = part.fen === 0 && part.amount <= left.amount
    return fits ? { refund_fen: order.refund_fen, refund_amount: plus(order.refund_amount, part.amount) } : null
  }
  const refund_fen = part.amount === 0 && part.fen <= left.fen ? afterRefund(order, part.fen) : null
  return refund_fen === null ? null : { refund_fen, refund_amount: order.refund_amount }
}

/** Checks whether everything paid has been refunded or is being refunded. Such an order grants no access any more. */
export const isWhollyRefunded = ({ fen: money, amount, refund_fen, refund_amount }: Amounts): boolean =>
  (refund_fen > 0 && refund_fen >= money) || (refund_amount > 0 && refund_amount >= amount)

/** Returns what was paid and how much of it was refunded, in the unit of the payment. */
export const paidAndRefunded = ({ payment_type, ...order }: Amounts & { payment_type: number }): { paid: number; refunded: number } =>
  refundWay(payment_type) === "credits"
    ? { paid: order.amount, refunded: order.refund_amount }
    : { paid: order.fen, refunded: order.refund_fen }

/**
 * Returns how much of `total` must be taken back when `refunded` of `paid` has been refunded, rounded up: no user keeps more than their
 * share of what is still paid. It always counts from the start, so that several partial refunds add up to the same as one.
 */
export const dueBack = <A extends number>(total: A, { paid, refunded }: { paid: number; refunded: number }): A =>
  paid <= 0 ? total : (Number(BigInt(total) - (BigInt(total) * BigInt(paid - refunded)) / BigInt(paid)) as A)

/**
 * Returns the maximum that can still be refunded of a recharge, in 分. `covered` is how many of its credits can be taken back, including
 * those already taken.
 */
export const mostOfRecharge = (order: Amounts & { quantity: number }, covered: number): Fen => {
  const most = (BigInt(covered) * BigInt(order.fen)) / BigInt(order.quantity)
  return fen(Math.max(0, (most < BigInt(order.fen) ? Number(most) : order.fen) - order.refund_fen))
}

/** Returns how much to take back now. `before` was taken back by earlier refunds; the result never exceeds `available`. */
export const takenNow = (due: number, before: number, available: number): number => Math.max(0, Math.min(due - before, available))

const digits = (count: number): string => Array.from(crypto.getRandomValues(new Uint32Array(count)), (value) => String(value % 10)).join("")

/** Returns a new refund number. The caller reuses it when it sends the same request again, so that a retry is the same refund. */
export const refundNumber = (now: Date): string => `R${now.toISOString().slice(0, 19).replace(/\D/g, "")}${digits(8)}`
