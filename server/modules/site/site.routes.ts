import { site } from "../../../lib/contract/site"
import { serve } from "../../routes"
import { readPublicSettings, readStats } from "./site.usecases"

export const siteRoutes = serve(site, {
  "GET /settings": readPublicSettings,
  "GET /stats": readStats,
})
