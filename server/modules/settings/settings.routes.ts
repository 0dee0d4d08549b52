import { settings } from "../../../lib/contract/settings"
import { serve } from "../../routes"
import { readConfig, saveConfig } from "./editing.usecases"
import { sendTestEmail } from "./test-email.usecases"
import { readStats } from "../site/stats.usecases"
import { readPublicSettings } from "./settings.usecases"

export const configRoutes = serve(settings, {
  "GET /settings": readPublicSettings,
  "GET /stats": readStats,
  "GET /config/list": readConfig,
  "PUT /config": saveConfig,
  "POST /config/email/test": sendTestEmail,
})
