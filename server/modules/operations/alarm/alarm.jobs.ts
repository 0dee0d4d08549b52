import { job } from "@/server/module"
import { checkAlarms } from "./check.usecases"

/** Checks every minute which alarms begin, continue or end. */
export const checkAlarmsJob = job({
  name: "check-alarms",
  timeoutSeconds: 300,
  retries: 0,
  concurrency: 1,
  every: "* * * * *",
  run: (ctx) => checkAlarms(ctx),
})
