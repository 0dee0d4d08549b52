/*
 * One payment attempt for an order at a gateway, with its own trade number (docs/decisions/084). Pure. The order's state machine
 * (`order-status.ts`) decides whether the money pays the order or is surplus.
 */

/**
 * begun: may be paid · closed: the gateway was asked to accept no payment · over: after the deadline the gateway confirmed that nothing was
 * paid ·
 * paid: it paid its order · surplus: money arrived although the order was paid otherwise, and is refunded · returned: it was refunded.
 */
export const attemptStates = ["begun", "closed", "over", "paid", "surplus", "returned"] as const
export type AttemptState = (typeof attemptStates)[number]

/**
 * close: at the gateway · end: a last query found no payment · pay: its money pays the order · exceed: its money is surplus · return: the
 * gateway accepted the refund.
 */
export type AttemptEvent = "close" | "end" | "pay" | "exceed" | "return"

/** A payment for an attempt that is closed or over still counts. */
const steps: Readonly<Record<AttemptState, Readonly<Partial<Record<AttemptEvent, AttemptState>>>>> = {
  begun: { close: "closed", end: "over", pay: "paid", exceed: "surplus" },
  closed: { end: "over", pay: "paid", exceed: "surplus" },
  over: { pay: "paid", exceed: "surplus" },
  paid: {},
  surplus: { return: "returned" },
  returned: {},
}

/** Returns the state of the attempt after the event; null if the event does not apply. */
export const afterAttempt = (state: AttemptState, event: AttemptEvent): AttemptState | null => steps[state][event] ?? null

/**
 * Returns the trade number of an order's n-th attempt (from 1) at a gateway: only digits, and within every gateway's length limit (WeChat
 * 32).
 */
export const tradeNumber = (order_no: string, attempt: number): string => `${order_no}${String(attempt).padStart(3, "0")}`
