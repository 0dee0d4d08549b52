import { job } from "@/server/module"
import { refreshSitemap } from "./sitemap.usecases"

/** Every hour what has changed; `all` when staff ask for it. */
export const buildSitemapJob = job<{ all?: boolean }>({
  name: "build-sitemap",
  timeoutSeconds: 3_600,
  retries: 1,
  concurrency: 1,
  every: "41 * * * *",
  run: async (ctx, { all }, signal) => void (await refreshSitemap(ctx, { all, signal })),
})
