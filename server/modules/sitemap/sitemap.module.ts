import { defineModule } from "../../module"
import { buildSitemapJob } from "./sitemap.jobs"
import { sitemapRoutes } from "./sitemap.routes"

export const sitemapModule = defineModule({ ...sitemapRoutes, jobs: [buildSitemapJob] })
