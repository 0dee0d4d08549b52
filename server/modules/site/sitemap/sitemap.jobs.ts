import { job } from "@/server/module"
import { followSitemap, refreshSitemap } from "./sitemap.usecases"

/** Updates the parts that changed every five minutes; staff can rebuild all with `all`. */
export const buildSitemapJob = job<{ all?: boolean }>({
  name: "build-sitemap",
  timeoutSeconds: 3_600,
  retries: 1,
  concurrency: 1,
  every: "*/5 * * * *",
  run: async (ctx, { all }, signal) => void (await (all ? refreshSitemap(ctx, { all, signal }) : followSitemap(ctx, { signal }))),
})
