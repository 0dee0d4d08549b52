import { defineModule } from "../../module"
import { orderRoutes } from "./order.routes"

export const orderModule = defineModule({
  ...orderRoutes,
})
