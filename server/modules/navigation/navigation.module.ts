import { defineModule } from "../../module"
import { navigationRoutes } from "./navigation.routes"

export const navigationModule = defineModule({
  ...navigationRoutes,
})
