import { job } from "@/server/module"
import { countDays } from "./daily-counts.usecases"

/** Counts the days even if the dashboard is never opened. */
export const countDaysJob = job({
  name: "count-days",
  timeoutSeconds: 900,
  retries: 1,
  concurrency: 1,
  every: "4 * * * *",
  run: countDays,
})
