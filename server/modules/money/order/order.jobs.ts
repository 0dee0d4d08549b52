import { job } from "@/server/module"
import { closeOverdueOrders } from "./closing.usecases"

/** Every minute: an order whose time is over is not paid any more, whether it is closed already or not. */
export const closeOverdueJob = job({
  name: "close-orders",
  timeoutSeconds: 300,
  retries: 0,
  concurrency: 1,
  every: "* * * * *",
  run: (ctx, _payload, signal) => closeOverdueOrders(ctx, () => signal.aborted),
})
