import { defineModule } from "@/server/module"
import { settingsRoutes } from "./settings.routes"

export const settingsModule = defineModule({
  ...settingsRoutes,
})
