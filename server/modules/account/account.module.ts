import { defineModule } from "../../module"
import { accountRoutes } from "./account.routes"

export const accountModule = defineModule({
  ...accountRoutes,
})
