import { sitemap } from "../../../lib/contract/sitemap"
import { serve } from "../../routes"
import { buildSitemapJob } from "./sitemap.jobs"

export const sitemapRoutes = serve(sitemap, {
  "PUT /sitemap": async (ctx) => {
    await ctx.enqueue(buildSitemapJob, { all: true }, { key: "all" })
    return {}
  },
})
