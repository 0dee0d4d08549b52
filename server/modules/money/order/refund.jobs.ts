import { job } from "@/server/module"
import { carryOutRefund, settleRefunds } from "./refund-settlement.usecases"

/** Requests a refund from the gateway as soon as it is recorded. If the gateway does not answer, `settleRefundsJob` retries. */
export const refundJob = job<{ refund_id: number }>({
  name: "refund",
  timeoutSeconds: 60,
  retries: 0,
  concurrency: 2,
  run: (ctx, { refund_id }) => carryOutRefund(ctx, refund_id),
})

/** Runs every minute for refunds whose result is unknown. */
export const settleRefundsJob = job({
  name: "settle-refunds",
  timeoutSeconds: 300,
  retries: 0,
  concurrency: 1,
  every: "* * * * *",
  run: (ctx, _payload, signal) => settleRefunds(ctx, () => signal.aborted),
})
