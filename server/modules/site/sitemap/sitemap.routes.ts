import { sitemap } from "@/lib/contract/site/sitemap"
import { serve } from "@/server/routes"
import { buildSitemapJob } from "./sitemap.jobs"

export const sitemapRoutes = serve(sitemap, {
  "PUT /sitemap": async (ctx) => {
    await ctx.enqueue(buildSitemapJob, { all: true }, { key: "all" })
    return {}
  },
})
