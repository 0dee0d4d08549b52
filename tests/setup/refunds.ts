import { checkLedger } from "../../server/modules/money/ledger/check.usecases"
import { refundNumber } from "../../lib/rules/money/refund"
import { expect } from "vitest"
import type { TestShop } from "./shop"
import type { TestUser, TestApp } from "./test-app"

/** Shared by the tests of refunds. */
export const refundsOf = (app: TestApp, shop: TestShop, staff: () => TestUser) => {
  type RefundInput = { fen?: number; amount?: number; remark?: string; refund_no?: string }
  const refund = (order_no: string, input: RefundInput, as = staff()) =>
    app.call("POST /order/refund", { order_no, refund_no: refundNumber(new Date()), remark: "买错了", ...input }, as)
  const history = async (order_no: string) => {
    const reply = await app.call("GET /order/refund", { order_no }, staff())
    if (!reply.ok) throw new Error(reply.message)
    return reply.data
  }
  /** Expects that the ledger balances, and that orders, refunds and movements agree. */
  const expectBooksHold = async () => {
    await shop.expectLedgerHolds()
    expect((await checkLedger(app.database.db)).faults).toEqual([])
  }
  return { refund, history, expectBooksHold }
}
