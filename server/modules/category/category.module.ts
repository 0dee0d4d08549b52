import { defineModule } from "../../module"
import { categoryRoutes } from "./category.routes"

export const categoryModule = defineModule({
  ...categoryRoutes,
})
