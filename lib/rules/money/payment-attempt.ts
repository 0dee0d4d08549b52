/*
 * One payment of an order that was begun at a gateway, under a number of its own (docs/decisions/084). Pure; whether the money pays the order or is too much
 * is said by the order's own machine (`order-status.ts`).
 */

/**
 * begun: may be paid · closed: the gateway was told that nothing is to be paid any more · over: it has said, when the time to pay was over, that nothing was ·
 * paid: it paid its order · surplus: money came although the order was paid otherwise, and goes back · returned: it went back.
 */
export const attemptStates = ["begun", "closed", "over", "paid", "surplus", "returned"] as const
export type AttemptState = (typeof attemptStates)[number]

/** close: at the gateway · end: a last question found no money · pay: its money pays the order · exceed: its money is too much · return: the gateway has taken the refund. */
export type AttemptEvent = "close" | "end" | "pay" | "exceed" | "return"

/** Money that comes for one that is closed or over came all the same. */
const steps: Readonly<Record<AttemptState, Readonly<Partial<Record<AttemptEvent, AttemptState>>>>> = {
  begun: { close: "closed", end: "over", pay: "paid", exceed: "surplus" },
  closed: { end: "over", pay: "paid", exceed: "surplus" },
  over: { pay: "paid", exceed: "surplus" },
  paid: {},
  surplus: { return: "returned" },
  returned: {},
}

/** What the attempt is after the event; null where the event does not fit it. */
export const afterAttempt = (state: AttemptState, event: AttemptEvent): AttemptState | null => steps[state][event] ?? null

/** The number under which a gateway knows the n-th attempt (from 1) of an order: digits, as long as all of them allow (WeChat 32). */
export const tradeNumber = (order_no: string, attempt: number): string => `${order_no}${String(attempt).padStart(3, "0")}`
