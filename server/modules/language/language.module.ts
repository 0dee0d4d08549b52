import { defineModule } from "../../module"
import { languageRoutes } from "./language.routes"

export const languageModule = defineModule({
  ...languageRoutes,
})
