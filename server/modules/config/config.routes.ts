import { settings } from "../../../lib/contract/settings"
import { serve } from "../../routes"
import { readConfig, saveConfig } from "./config.editing"
import { sendTestEmail } from "./test-email"
import { readStats } from "./stats.usecases"
import { readPublicSettings } from "./config.usecases"

export const configRoutes = serve(settings, {
  "GET /settings": readPublicSettings,
  "GET /stats": readStats,
  "GET /config/list": readConfig,
  "PUT /config": saveConfig,
  "POST /config/email/test": sendTestEmail,
})
