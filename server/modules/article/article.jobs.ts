import { job } from "../../jobs/job"
import { purgeExpiredArticles } from "./recycle.usecases"

/** Purges articles whose days in the recycle bin are over. */
export const expireArticlesJob = job({
  name: "expire-articles",
  timeoutSeconds: 1_800,
  retries: 0,
  concurrency: 1,
  every: "47 * * * *",
  run: (ctx, _payload, signal) => purgeExpiredArticles(ctx, () => signal.aborted),
})
