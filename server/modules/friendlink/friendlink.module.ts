import { defineModule } from "../../module"
import { friendlinkRoutes } from "./friendlink.routes"

export const friendlinkModule = defineModule({
  ...friendlinkRoutes,
})
