import { defineModule } from "../../module"
import { recycleRoutes } from "./recycle.routes"

export const recycleModule = defineModule({
  ...recycleRoutes,
})
