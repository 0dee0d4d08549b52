import { PaymentType } from "../../contract/money/order.enums"
import { RefundStatus } from "../../contract/further-enums"
import { fen, minus, noCredits, noFen, plus, type Credits, type Fen } from "./money"
import { afterRefund, transitions } from "./order-status"

/*
 * What goes back of a paid order, and what is taken back for it (docs/decisions/074). Pure, for rules and screens alike. A refund goes back the way
 * the order was paid: credits by the ledger, WeChat and Alipay through the gateway; what the site never saw is only noted.
 */

/** confirm: the money has gone back · refuse: it will not · wait: nobody knows yet. */
export type RefundEvent = "confirm" | "refuse" | "wait"

const { pending, done, failed } = RefundStatus

/** Only a pending refund changes; what is done or failed stays so, whatever is told later. */
export const refundTransitions: Readonly<Record<number, Readonly<Record<RefundEvent, number>>>> = {
  [pending]: { confirm: done, refuse: failed, wait: pending },
  [done]: { confirm: done, refuse: done, wait: done },
  [failed]: { confirm: failed, refuse: failed, wait: failed },
}

/** credits: by the ledger · gateway: by a call of ours · noted: staff give it back by hand and write it down. */
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

/** Null where nobody has paid anything: credits from staff, download codes. */
export const refundWay = (payment_type: number): RefundWay | null => ways[payment_type] ?? null

type Amounts = { fen: Fen; amount: Credits; refund_fen: Fen; refund_amount: Credits }
export type Refundable = Amounts & { status: number; payment_type: number }
/** One of both is above zero: 分 of what was paid in money, credits of what was paid with credits. */
export type Part = { fen: Fen; amount: Credits }

/** What has not gone back yet; zeros where nothing was paid. */
export const refundLeft = (order: Refundable): Part => {
  const way = transitions[order.status]?.refund.effect === "refund" ? refundWay(order.payment_type) : null
  if (!way) return { fen: noFen, amount: noCredits }
  return way === "credits"
    ? { fen: noFen, amount: minus(order.amount, order.refund_amount) }
    : { fen: minus(order.fen, order.refund_fen), amount: noCredits }
}

/** The sums after another refund; null where it is nothing, more than is left, or in the unit that was not paid with. */
export const afterPart = (order: Refundable, part: Part): Pick<Amounts, "refund_fen" | "refund_amount"> | null => {
  const left = refundLeft(order)
  if (part.amount > 0) {
    const fits = part.fen === 0 && part.amount <= left.amount
    return fits ? { refund_fen: order.refund_fen, refund_amount: plus(order.refund_amount, part.amount) } : null
  }
  const refund_fen = part.amount === 0 && part.fen <= left.fen ? afterRefund(order, part.fen) : null
  return refund_fen === null ? null : { refund_fen, refund_amount: order.refund_amount }
}

/** All that was paid has gone back, or is on its way: the order opens nothing any more. */
export const isWhollyRefunded = ({ fen: money, amount, refund_fen, refund_amount }: Amounts): boolean =>
  (refund_fen > 0 && refund_fen >= money) || (refund_amount > 0 && refund_amount >= amount)

/** What was paid, and how much of it has gone back, in whichever unit that was. */
export const paidAndRefunded = ({ payment_type, ...order }: Amounts & { payment_type: number }): { paid: number; refunded: number } =>
  refundWay(payment_type) === "credits"
    ? { paid: order.amount, refunded: order.refund_amount }
    : { paid: order.fen, refunded: order.refund_fen }

/**
 * How much of `total` is to come back when `refunded` of what was `paid` has gone back, rounded up: nobody keeps more than their share of what is still
 * paid. It is counted from the beginning, so that many parts come to the same as one.
 */
export const dueBack = <A extends number>(total: A, { paid, refunded }: { paid: number; refunded: number }): A =>
  paid <= 0 ? total : (Number(BigInt(total) - (BigInt(total) * BigInt(paid - refunded)) / BigInt(paid)) as A)

/** The most 分 that can still go back of a recharge, of whose credits `covered` can be taken back, those that were already among them. */
export const mostOfRecharge = (order: Amounts & { quantity: number }, covered: number): Fen => {
  const most = (BigInt(covered) * BigInt(order.fen)) / BigInt(order.quantity)
  return fen(Math.max(0, (most < BigInt(order.fen) ? Number(most) : order.fen) - order.refund_fen))
}

/** What is taken back now; `before` was taken back by earlier refunds, and never more than `available` is. */
export const takenNow = (due: number, before: number, available: number): number => Math.max(0, Math.min(due - before, available))

const digits = (count: number): string => Array.from(crypto.getRandomValues(new Uint32Array(count)), (value) => String(value % 10)).join("")

/** A number for a refund: whoever asks for one keeps it, so that the same request sent again is the same refund. */
export const refundNumber = (now: Date): string => `R${now.toISOString().slice(0, 19).replace(/\D/g, "")}${digits(8)}`
