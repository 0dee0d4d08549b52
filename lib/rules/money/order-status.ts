import { OrderStatus } from "../../contract/money/order.enums"
import { minus, noFen, plus, type Fen } from "./money"

/*
 * What may happen to an order, and what follows (docs/reference/specification.md 4). Pure: `transitions` is the whole machine, for rules, SQL and
 * screens alike. A paid order stays paid for ever: refunds are amounts beside its status.
 */

type Status = number

/**
 * pay: by its owner with credits, or by staff who have the money · receive: a gateway says that money has come · close: by its owner or because its
 * time is over · remove: from its owner's list · refund: money or credits go back.
 */
export type OrderEvent = "pay" | "receive" | "close" | "remove" | "refund"

/**
 * deliver: the goods are given, once · close · remove · refund: as asked · nothing: it is so already · surplus: money has come a second time and
 * goes back · refused: the event does not fit the status.
 */
export type OrderEffect = "deliver" | "close" | "remove" | "refund" | "nothing" | "surplus" | "refused"

type Step = { to: Status; effect: OrderEffect }

const { pending, paid, closed } = OrderStatus
const refusedAt = (to: Status): Step => ({ to, effect: "refused" })

/** Money that comes for a closed order pays it all the same: it was paid in time, or is given back by staff. */
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

/** What follows when money comes: the same payment told again is nothing new. `payment_no` is the gateway's own number. */
export const afterReceipt = (order: { status: Status; payment_no: string }, payment_no: string): Step => {
  const step = transitions[order.status]?.receive ?? refusedAt(order.status)
  return step.effect === "surplus" && order.payment_no === payment_no ? { ...step, effect: "nothing" } : step
}

type Refundable = { status: Status; fen: Fen; refund_fen: Fen }

/** What can still be given back of an order's money. */
export const refundable = ({ status, fen, refund_fen }: Refundable): Fen =>
  transitions[status]?.refund.effect === "refund" ? minus(fen, refund_fen) : noFen

/** The sum that is given back after another refund; null where it is more than was paid, or nothing. */
export const afterRefund = (order: Refundable, amount: Fen): Fen | null =>
  amount > 0 && amount <= refundable(order) ? plus(order.refund_fen, amount) : null

export const isPending = (status: Status): boolean => status === pending
export const isPaid = (status: Status): boolean => status === paid
export const isClosed = (status: Status): boolean => status === closed

/** True if the order's time to pay is over. `closed_at` of a pending order is the moment to come. */
export const isOverdue = ({ status, closed_at }: { status: Status; closed_at: Date | null }, now: Date): boolean =>
  isPending(status) && closed_at !== null && closed_at <= now
