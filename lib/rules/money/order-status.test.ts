import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { OrderStatus } from "../../contract/money/order.enums"
import { fen, noFen, type Fen } from "./money"
import { afterReceipt, afterRefund, isOverdue, refundable, transitions, type OrderEvent } from "./order-status"

const { pending, paid, closed } = OrderStatus
const events: OrderEvent[] = ["pay", "receive", "close", "remove", "refund"]

describe("the transition table", () => {
  test("every status handles every event, and leads to a status of the enumeration", () => {
    expect(Object.keys(transitions).map(Number)).toEqual([pending, paid, closed])
    for (const steps of Object.values(transitions)) {
      expect(Object.keys(steps)).toEqual(events)
      for (const { to } of Object.values(steps)) expect([pending, paid, closed]).toContain(to)
    }
  })
  test.each<[string, number, OrderEvent, number, string]>([
    ["a pending order is paid once", pending, "pay", paid, "deliver"],
    ["it is not paid again", paid, "pay", paid, "refused"],
    ["a closed one is not paid with credits", closed, "pay", closed, "refused"],
    ["late money pays a closed one", closed, "receive", paid, "deliver"],
    ["a second payment is too much", paid, "receive", paid, "surplus"],
    ["a paid order cannot be closed", paid, "close", paid, "refused"],
    ["closing twice changes nothing", closed, "close", closed, "nothing"],
    ["only a closed one is removed from the list", closed, "remove", closed, "remove"],
    ["a paid one is not", paid, "remove", paid, "refused"],
    ["nor a pending one", pending, "remove", pending, "refused"],
    ["what is not paid is not refunded", pending, "refund", pending, "refused"],
    ["nor what is closed", closed, "refund", closed, "refused"],
  ])("%s", (_, status, event, to, effect) => expect(transitions[status]![event]).toEqual({ to, effect }))

  test("a repeated payment notification changes nothing, another payment is a surplus", () => {
    const order = { status: paid, payment_no: "w1" }
    expect(afterReceipt(order, "w1")).toEqual({ to: paid, effect: "nothing" })
    expect(afterReceipt(order, "w2")).toEqual({ to: paid, effect: "surplus" })
    expect(afterReceipt({ status: closed, payment_no: "" }, "w2").effect).toBe("deliver")
    expect(afterReceipt({ status: 9, payment_no: "" }, "w2").effect).toBe("refused")
  })

  test("a pending order is overdue from its closing time", () => {
    const now = new Date("2026-11-20T04:00:00Z")
    const order = (status: number, closed_at: Date | null) => isOverdue({ status, closed_at }, now)
    expect([order(pending, now), order(pending, new Date(now.getTime() + 1)), order(pending, null)]).toEqual([true, false, false])
    expect([order(paid, now), order(closed, now)]).toEqual([false, false])
  })
})

/** A minimal model of an order: only the facts that have happened, without a status. */
type Model = { delivered: number; closed: boolean; payments: Set<string>; given: number; refunded: number }
type Order = { status: number; payment_no: string; fen: Fen; refund_fen: Fen }

const step = fc.oneof(
  fc.constantFrom<OrderEvent>("pay", "close", "remove").map((event) => ({ event })),
  fc.constantFrom("a", "b", "c").map((payment_no) => ({ event: "receive" as const, payment_no })),
  fc.integer({ min: -5, max: 120 }).map((amount) => ({ event: "refund" as const, amount })),
)

test("in any order of events: delivered at most once, never revoked, refunds never above the paid amount [security: 2.3.1]", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const order: Order = { status: pending, payment_no: "", fen: fen(100), refund_fen: noFen }
      const model: Model = { delivered: 0, closed: false, payments: new Set(), given: 0, refunded: 0 }
      for (const one of steps) {
        const before = order.status
        if ("amount" in one) {
          const after = afterRefund(order, fen(one.amount))
          expect(after !== null).toBe(model.delivered === 1 && one.amount > 0 && model.refunded + one.amount <= 100)
          if (after === null) continue
          order.refund_fen = after
          model.refunded += one.amount
        } else if ("payment_no" in one) {
          const { to, effect } = afterReceipt(order, one.payment_no)
          const isNew = !model.payments.has(one.payment_no)
          expect(effect).toBe(model.delivered === 0 ? "deliver" : order.payment_no === one.payment_no ? "nothing" : "surplus")
          if (effect === "deliver") {
            order.payment_no = one.payment_no
            model.payments.add(one.payment_no)
            model.delivered++
            expect(isNew).toBe(true)
          }
          order.status = to
        } else {
          const { to, effect } = transitions[order.status]![one.event]
          if (effect === "deliver") model.delivered++
          if (effect === "close") model.closed = true
          expect(effect === "deliver").toBe(one.event === "pay" && before === pending)
          expect(effect === "remove").toBe(one.event === "remove" && before === closed)
          order.status = to
        }
        expect(model.delivered).toBe(order.status === paid ? 1 : 0)
        if (before === paid) expect(order.status).toBe(paid)
        if (before === closed) expect([closed, paid]).toContain(order.status)
        expect(order.refund_fen).toBe(model.refunded)
        expect(refundable(order)).toBe(model.delivered ? 100 - model.refunded : 0)
      }
    }),
    { numRuns: 500 },
  )
})
