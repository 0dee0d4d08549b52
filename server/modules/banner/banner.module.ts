import { defineModule } from "../../module"
import { bannerRoutes } from "./banner.routes"

export const bannerModule = defineModule({
  ...bannerRoutes,
})
