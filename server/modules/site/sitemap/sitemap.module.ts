import { defineModule } from "@/server/module"
import type { Address } from "@/server/module"
import { serveSitemap } from "./sitemap.http"
import { buildSitemapJob } from "./sitemap.jobs"
import { sitemapRoutes } from "./sitemap.routes"

export const sitemapModule = defineModule({
  ...sitemapRoutes,
  jobs: [buildSitemapJob],
  addresses: ["/sitemap.xml", "/sitemap/"].map((path): Address => ({
    path,
    guarded: true,
    create: (app) => (exchange, open) => serveSitemap(app, exchange, open),
  })),
})
