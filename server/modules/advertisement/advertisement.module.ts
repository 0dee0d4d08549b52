import { defineModule } from "../../module"
import { advertisementRoutes } from "./advertisement.routes"

export const advertisementModule = defineModule({
  ...advertisementRoutes,
})
