import { job } from "../../jobs/job"
import { sweepClaims } from "../instant-upload/claim.usecases"
import { sweepVisits } from "../document/view.usecases"
import { purgeExpired } from "../recycle/recycle.usecases"

/** Purges the recycle bin after its days, and removes old visits and unanswered challenges. */
export const expireDocumentsJob = job({
  name: "expire-documents",
  timeoutSeconds: 1_800,
  retries: 0,
  concurrency: 1,
  every: "37 * * * *",
  run: async (ctx, _payload, signal) => {
    await purgeExpired(ctx, () => signal.aborted)
    await sweepVisits(ctx)
    await sweepClaims(ctx)
  },
})
