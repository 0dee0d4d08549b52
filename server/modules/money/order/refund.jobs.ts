import { job } from "@/server/module"
import { carryOutRefund, settleRefunds } from "./refund-settling.usecases"

/** Asks the gateway for a refund as soon as it is written down. What it does not answer is asked again by `settleRefundsJob`. */
export const refundJob = job<{ refund_id: number }>({
  name: "refund",
  timeoutSeconds: 60,
  retries: 0,
  concurrency: 2,
  run: (ctx, { refund_id }) => carryOutRefund(ctx, refund_id),
})

/** Every minute: refunds of which nobody knows yet. */
export const settleRefundsJob = job({
  name: "settle-refunds",
  timeoutSeconds: 300,
  retries: 0,
  concurrency: 1,
  every: "* * * * *",
  run: (ctx, _payload, signal) => settleRefunds(ctx, () => signal.aborted),
})
