import { job } from "@/server/module"
import { returnSurplus } from "./surplus.usecases"

/** The twelfth try runs about two hours after the first. */
export const returnSurplusJob = job<{ attempt_id: number }>({
  name: "return-surplus",
  timeoutSeconds: 60,
  retries: 12,
  concurrency: 1,
  run: returnSurplus,
})
