import { defineModule } from "@/server/module"
import { bannerRoutes } from "./banner.routes"

export const bannerModule = defineModule({
  ...bannerRoutes,
})
