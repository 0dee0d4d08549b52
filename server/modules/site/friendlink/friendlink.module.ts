import { defineModule } from "@/server/module"
import { friendlinkRoutes } from "./friendlink.routes"

export const friendlinkModule = defineModule({
  ...friendlinkRoutes,
})
