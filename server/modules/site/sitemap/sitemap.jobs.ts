import { job } from "@/server/module"
import { refreshSitemap } from "./sitemap.usecases"

/** Updates changed parts every hour; staff can rebuild all with `all`. */
export const buildSitemapJob = job<{ all?: boolean }>({
  name: "build-sitemap",
  timeoutSeconds: 3_600,
  retries: 1,
  concurrency: 1,
  every: "41 * * * *",
  run: async (ctx, { all }, signal) => void (await refreshSitemap(ctx, { all, signal })),
})
