import { job } from "@/server/module"
import { purgeExpiredArticles } from "./recycle.usecases"
import { rehostPictures } from "./remote-pictures.usecases"

/** Purges articles whose days in the recycle bin are over. */
export const expireArticlesJob = job({
  name: "expire-articles",
  timeoutSeconds: 1_800,
  retries: 0,
  concurrency: 1,
  every: "47 * * * *",
  run: (ctx, _payload, signal) => purgeExpiredArticles(ctx, () => signal.aborted),
})

/** Downloads the external images that an article displays. */
export const rehostPicturesJob = job<{ id: number }>({
  name: "rehost-pictures",
  timeoutSeconds: 900,
  retries: 1,
  concurrency: 1,
  run: rehostPictures,
})
