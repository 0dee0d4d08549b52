import { site } from "@/lib/contract/site/site"
import { serve } from "@/server/routes"
import { readPageChrome } from "./page-chrome.usecases"
import { readPublicSettings, readStats } from "./site.usecases"

export const siteRoutes = serve(site, {
  "GET /settings": readPublicSettings,
  "GET /frame": readPageChrome,
  "GET /stats": readStats,
})
