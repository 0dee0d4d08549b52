import { defineModule } from "@/server/module"
import { groupRoutes } from "./group.routes"

export const groupModule = defineModule({
  ...groupRoutes,
})
