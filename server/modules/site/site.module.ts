import { defineModule } from "../../module"
import { siteRoutes } from "./site.routes"

export const siteModule = defineModule({
  ...siteRoutes,
})
