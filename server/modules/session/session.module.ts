import { defineModule } from "../../module"
import { sessionRoutes } from "./session.routes"

export const sessionModule = defineModule({
  ...sessionRoutes,
})
