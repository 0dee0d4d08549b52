import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { OrderStatus, PaymentType, RefundStatus } from "../../contract/money/order.enums"
import { credits, fen, noCredits, noFen, type Credits, type Fen } from "./money"
import {
  afterPart,
  dueBack,
  isWhollyRefunded,
  mostOfRecharge,
  refundLeft,
  refundNumber,
  refundTransitions,
  refundWay,
  takenNow,
} from "./refund"

const { pending, done, failed } = RefundStatus
const order = (more: object = {}) => ({
  status: OrderStatus.paid,
  payment_type: PaymentType.wechat as number,
  fen: fen(1_000),
  amount: credits(100),
  refund_fen: noFen as Fen,
  refund_amount: noCredits as Credits,
  ...more,
})

test("a completed or failed refund never changes, whatever is reported later", () => {
  expect(Object.keys(refundTransitions).map(Number)).toEqual([pending, done, failed])
  expect(refundTransitions[pending]).toEqual({ confirm: done, refuse: failed, wait: pending })
  for (const end of [done, failed]) expect(new Set(Object.values(refundTransitions[end]!))).toEqual(new Set([end]))
})

test("the refund method of each payment type, and types that were never paid", () => {
  expect(PaymentType.options.map(({ value }) => [value, refundWay(value)])).toEqual([
    [1, "gateway"],
    [2, "gateway"],
    [3, "noted"],
    [4, "noted"],
    [5, "credits"],
    [6, null],
    [7, "noted"],
    [8, "noted"],
    [9, null],
    [10, null],
  ])
})

describe("the refundable remainder", () => {
  test("is money or credits, as paid, of a paid order", () => {
    expect(refundLeft(order({ refund_fen: fen(300) }))).toEqual({ fen: 700, amount: 0 })
    expect(refundLeft(order({ payment_type: PaymentType.credit, refund_amount: credits(30) }))).toEqual({ fen: 0, amount: 70 })
    for (const more of [{ status: OrderStatus.pending }, { status: OrderStatus.closed }, { payment_type: PaymentType.system }])
      expect(refundLeft(order(more))).toEqual({ fen: 0, amount: 0 })
  })
  test("no refund in the other unit, in both, or below zero", () => {
    const paid = order({ payment_type: PaymentType.credit })
    expect(afterPart(paid, { fen: noFen, amount: credits(100) })).toEqual({ refund_fen: 0, refund_amount: 100 })
    for (const part of [
      { fen: fen(1), amount: noCredits },
      { fen: fen(1), amount: credits(1) },
      { fen: noFen, amount: credits(101) },
      { fen: noFen, amount: credits(-1) },
      { fen: noFen, amount: noCredits },
    ])
      expect(afterPart(paid, part)).toBeNull()
    expect(afterPart(order(), { fen: noFen, amount: credits(1) })).toBeNull()
    expect(afterPart(order(), { fen: fen(-5), amount: noCredits })).toBeNull()
  })
  test("an order is fully refunded when the whole payment has been refunded", () => {
    expect(isWhollyRefunded(order({ refund_fen: fen(999) }))).toBe(false)
    expect(isWhollyRefunded(order({ refund_fen: fen(1_000) }))).toBe(true)
    expect(isWhollyRefunded(order({ refund_amount: credits(100) }))).toBe(true)
    // a free order has nothing to refund
    expect(isWhollyRefunded(order({ fen: noFen, amount: noCredits }))).toBe(false)
  })
})

const sums = fc.record({ paid: fc.integer({ min: 1, max: 10_000_000 }), total: fc.integer({ min: 0, max: 40_000_000_000 }) })

test("partial refunds revoke what a full refund revokes, in any split, and never less than their share [security: 2.3.1]", () => {
  fc.assert(
    fc.property(sums, fc.array(fc.integer({ min: 1, max: 10_000_000 }), { maxLength: 20 }), ({ paid, total }, parts) => {
      let [refunded, taken] = [0, 0]
      for (const part of [...parts, paid]) {
        refunded = Math.min(paid, refunded + part)
        const due = dueBack(total, { paid, refunded })
        expect(due).toBeGreaterThanOrEqual(taken)
        expect(BigInt(due) * BigInt(paid)).toBeGreaterThanOrEqual(BigInt(total) * BigInt(refunded))
        taken += takenNow(due, taken, total)
        expect(taken).toBe(due)
      }
      expect(taken).toBe(total)
    }),
  )
})

test("the maximum refund of a recharge is covered by its credits, and one 分 more is not", () => {
  const recharge = fc.record({
    quantity: fc.integer({ min: 1, max: 1_000_000 }),
    paid: fc.integer({ min: 1, max: 10_000_000 }),
    balance: fc.integer({ min: 0, max: 1_200_000 }),
  })
  fc.assert(
    fc.property(recharge, fc.nat(), ({ quantity, paid, balance }, before) => {
      const refund_fen = fen(before % (paid + 1))
      const taken = dueBack(quantity, { paid, refunded: refund_fen })
      const most = mostOfRecharge({ ...order({ fen: fen(paid), refund_fen }), quantity }, taken + balance)
      const wants = (part: number) => dueBack(quantity, { paid, refunded: refund_fen + part }) - taken
      expect(most).toBeGreaterThanOrEqual(0)
      expect(wants(most)).toBeLessThanOrEqual(balance)
      if (refund_fen + most < paid) expect(wants(most + 1)).toBeGreaterThan(balance)
    }),
  )
})

test("a refund number contains its second and is unique", () => {
  const numbers = Array.from({ length: 50 }, () => refundNumber(new Date("2026-11-20T04:00:00Z")))
  for (const one of numbers) expect(one).toMatch(/^R20261120040000\d{8}$/)
  expect(new Set(numbers).size).toBe(50)
})
