import { dynamic } from "@/lib/contract/people/activity"
import { serve } from "@/server/routes"
import { readDynamics } from "./activity.usecases"

export const dynamicRoutes = serve(dynamic, {
  "GET /user/dynamic": readDynamics,
})
