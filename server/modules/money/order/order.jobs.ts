import { job } from "@/server/module"
import { closeOverdueOrders } from "./expiry.usecases"

/** Runs every minute. An expired order can no longer be paid, whether it is already closed or not. */
export const closeOverdueJob = job({
  name: "close-orders",
  timeoutSeconds: 300,
  retries: 0,
  concurrency: 1,
  every: "* * * * *",
  run: (ctx, _payload, signal) => closeOverdueOrders(ctx, () => signal.aborted),
})
