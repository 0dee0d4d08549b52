import { defineModule } from "../../module"
import { groupRoutes } from "./group.routes"

export const groupModule = defineModule({
  ...groupRoutes,
})
