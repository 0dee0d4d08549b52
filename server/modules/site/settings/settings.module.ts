import { settings } from "@/lib/contract/site/settings"
import { defineModule } from "@/server/module"
import { serve } from "@/server/routes"
import { readConfig, saveConfig, sendTestEmail } from "./edit.usecases"

export const settingsModule = defineModule(
  serve(settings, {
    "GET /config/list": readConfig,
    "PUT /config": saveConfig,
    "DELETE /config/page/cache": async (ctx) => {
      await ctx.changed("settings")
      return {}
    },
    "POST /config/email/test": sendTestEmail,
  }),
)
