import { OrderStatus } from "../../contract/money/order.enums"
import { minus, noFen, plus, type Fen } from "./money"

/*
 * The states of an order and their transitions (docs/reference/specification.md 4). Pure: `transitions` is the whole state machine, for
 * rules, SQL and screens. A paid order stays paid forever: refunds are amounts beside its status.
 */

type Status = number

/**
 * pay: by its owner with credits, or by staff who received the money · receive: a gateway reports a payment · close: by its owner or on
 * timeout · remove: from its owner's list · refund: money or credits are returned.
 */
export type OrderEvent = "pay" | "receive" | "close" | "remove" | "refund"

/**
 * deliver: deliver the goods, once · close · remove · refund: as requested · nothing: already done · surplus: a second payment arrived and
 * is refunded · refused: the event does not apply in this status.
 */
export type OrderEffect = "deliver" | "close" | "remove" | "refund" | "nothing" | "surplus" | "refused"

type Step = { to: Status; effect: OrderEffect }

const { pending, paid, closed } = OrderStatus
const refusedAt = (to: Status): Step => ({ to, effect: "refused" })

/** A payment for a closed order still pays it: it was made in time, or staff refund it. */
export const transitions: Readonly<Record<Status, Readonly<Record<OrderEvent, Step>>>> = {
  [pending]: {
    pay: { to: paid, effect: "deliver" },
    receive: { to: paid, effect: "deliver" },
    close: { to: closed, effect: "close" },
    remove: refusedAt(pending),
    refund: refusedAt(pending),
  },
  [paid]: {
    pay: refusedAt(paid),
    receive: { to: paid, effect: "surplus" },
    close: refusedAt(paid),
    remove: refusedAt(paid),
    refund: { to: paid, effect: "refund" },
  },
  [closed]: {
    pay: refusedAt(closed),
    receive: { to: paid, effect: "deliver" },
    close: { to: closed, effect: "nothing" },
    remove: { to: closed, effect: "remove" },
    refund: refusedAt(closed),
  },
}

/**
 * Returns the step when a payment arrives; a repeated notification of the same payment has no effect. `payment_no` is the gateway's payment
 * number.
 */
export const afterReceipt = (order: { status: Status; payment_no: string }, payment_no: string): Step => {
  const step = transitions[order.status]?.receive ?? refusedAt(order.status)
  return step.effect === "surplus" && order.payment_no === payment_no ? { ...step, effect: "nothing" } : step
}

type Refundable = { status: Status; fen: Fen; refund_fen: Fen }

/** Returns how much of an order's money can still be refunded. */
export const refundable = ({ status, fen, refund_fen }: Refundable): Fen =>
  transitions[status]?.refund.effect === "refund" ? minus(fen, refund_fen) : noFen

/** Returns the refunded total after another refund; null if the amount is zero or exceeds what is left. */
export const afterRefund = (order: Refundable, amount: Fen): Fen | null =>
  amount > 0 && amount <= refundable(order) ? plus(order.refund_fen, amount) : null

export const isPending = (status: Status): boolean => status === pending
export const isPaid = (status: Status): boolean => status === paid
export const isClosed = (status: Status): boolean => status === closed

/** Checks whether the order's payment time is over. For a pending order `closed_at` is its deadline. */
export const isOverdue = ({ status, closed_at }: { status: Status; closed_at: Date | null }, now: Date): boolean =>
  isPending(status) && closed_at !== null && closed_at <= now
