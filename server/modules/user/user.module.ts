import { defineModule } from "../../module"
import { userRoutes } from "./user.routes"

export const userModule = defineModule({
  ...userRoutes,
})
