import { defineModule } from "@/server/module"
import { recountCategoriesJob } from "./category.jobs"
import { categoryRoutes } from "./category.routes"

export const categoryModule = defineModule({
  ...categoryRoutes,
  jobs: [recountCategoriesJob],
})
