import type { Ctx } from "@/server/context"
import { job } from "@/server/module"
import { safetySetting } from "../../community/content-safety/safety-check.usecases"
import { purgeExpiredArticles } from "./recycle.usecases"
import { rehostPictures } from "./remote-pictures.usecases"
import { checkArticleSafety } from "./safety-check.usecases"

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

/** Sends an article to the content-safety service. */
export const articleSafetyJob = job<{ article_id: number }>({
  name: "check-article-safety",
  timeoutSeconds: 1_800,
  // about an hour, since the pauses double
  retries: 10,
  concurrency: 1,
  run: (ctx, { article_id }, signal) => checkArticleSafety(ctx, article_id, signal),
})

/** Enqueues the check of an article that is new or changed, in the transaction of that; nothing if the service is off. */
export const enqueueArticleSafety = async (ctx: Ctx, article_id: number): Promise<void> => {
  if (await safetySetting(ctx.app)) await ctx.enqueue(articleSafetyJob, { article_id }, { key: String(article_id) })
}
