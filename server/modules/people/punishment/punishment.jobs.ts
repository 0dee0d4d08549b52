import { job } from "@/server/module"
import { announcedEveryMinutes, announceEnded } from "./punishment.usecases"

/** Refreshes the pages of users whose account is no longer disabled. */
export const announceEndedJob = job({
  name: "announce-ended-punishments",
  timeoutSeconds: 60,
  retries: 0,
  concurrency: 1,
  every: `*/${announcedEveryMinutes} * * * *`,
  run: async (ctx) => void (await announceEnded(ctx)),
})
