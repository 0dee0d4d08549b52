import { defineModule } from "@/server/module"
import { navigationRoutes } from "./navigation.routes"

export const navigationModule = defineModule({
  ...navigationRoutes,
})
