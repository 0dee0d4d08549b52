import { defineModule } from "../../module"
import { hostRoutes } from "./host.routes"

export const hostModule = defineModule({
  ...hostRoutes,
})
