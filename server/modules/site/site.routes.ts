import { site } from "../../../lib/contract/site"
import { serve } from "../../routes"
import { readPublicSettings } from "./site.usecases"
import { readStats } from "./stats.usecases"

export const siteRoutes = serve(site, {
  "GET /settings": readPublicSettings,
  "GET /stats": readStats,
})
