import { defineModule } from "@/server/module"
import { languageRoutes } from "./language.routes"

export const languageModule = defineModule({
  ...languageRoutes,
})
