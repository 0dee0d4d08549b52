import { defineModule } from "../../module"
import { dynamicRoutes } from "./dynamic.routes"

export const dynamicModule = defineModule({
  ...dynamicRoutes,
})
