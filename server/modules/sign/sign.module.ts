import { defineModule } from "../../module"
import { signRoutes } from "./sign.routes"

export const signModule = defineModule({
  ...signRoutes,
})
