import { defineModule } from "@/server/module"
import { categoryRoutes } from "./category.routes"

export const categoryModule = defineModule({
  ...categoryRoutes,
})
