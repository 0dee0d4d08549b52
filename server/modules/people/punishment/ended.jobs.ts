import { job } from "@/server/module"
import { announcedEveryMinutes, announceEnded } from "./punishment.usecases"

/** The page of a person whose account is open again is drawn anew. */
export const announceEndedJob = job({
  name: "announce-ended-punishments",
  timeoutSeconds: 60,
  retries: 0,
  concurrency: 1,
  every: `*/${announcedEveryMinutes} * * * *`,
  run: async (ctx) => void (await announceEnded(ctx)),
})
