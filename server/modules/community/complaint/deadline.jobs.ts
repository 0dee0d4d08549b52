import { job } from "@/server/module"
import { listExpired } from "./complaint.repository"
import { closeExpired } from "./decision.usecases"

const perRun = 200

/** Closes takedowns whose time for a counter-notice is over. */
export const closeComplaintsJob = job({
  name: "close-complaints",
  timeoutSeconds: 300,
  retries: 2,
  concurrency: 1,
  every: "17 * * * *",
  run: async (ctx, _payload, signal) => {
    for (const id of await listExpired(ctx.db, ctx.now(), perRun)) {
      if (signal.aborted) return
      await closeExpired(ctx, id)
    }
  },
})
