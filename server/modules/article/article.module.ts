import { defineModule } from "../../module"
import { articleRoutes } from "./article.routes"

export const articleModule = defineModule({
  ...articleRoutes,
})
