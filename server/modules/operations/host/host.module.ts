import { defineModule } from "@/server/module"
import { hostRoutes } from "./host.routes"

export const hostModule = defineModule({
  ...hostRoutes,
})
