import { defineModule } from "@/server/module"
import { accountRoutes } from "./account.routes"

export const accountModule = defineModule({
  ...accountRoutes,
})
