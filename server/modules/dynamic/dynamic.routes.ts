import { dynamic } from "../../../lib/contract/dynamic"
import { serve } from "../../routes"
import { readDynamics } from "./dynamic.usecases"

export const dynamicRoutes = serve(dynamic, {
  "GET /user/dynamic": readDynamics,
})
