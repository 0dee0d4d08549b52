import { job } from "@/server/module"
import { foldArticleViews } from "../../articles/article/view.usecases"
import { foldDocumentViews } from "../../library/document/view.usecases"
import { dropOldVisits } from "../daily-count/view-counts.usecases"

/** Every minute: adds the tallied views to documents, articles and days, and drops the visits of past hours. */
export const foldViewsJob = job({
  name: "fold-views",
  timeoutSeconds: 300,
  retries: 0,
  concurrency: 1,
  every: "* * * * *",
  run: async (ctx) => {
    await foldDocumentViews(ctx)
    await foldArticleViews(ctx)
    await dropOldVisits(ctx.db, ctx.now())
  },
})
