import { defineModule } from "../../module"
import { settingsRoutes } from "./settings.routes"

export const settingsModule = defineModule({
  ...settingsRoutes,
})
