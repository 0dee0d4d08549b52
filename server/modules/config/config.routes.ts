import { settings } from "../../../lib/contract/settings"
import { serve } from "../../routes"
import { readStats } from "./stats.usecases"
import { readPublicSettings } from "./config.usecases"

export const configRoutes = serve(settings, {
  "GET /settings": readPublicSettings,
  "GET /stats": readStats,
})
