import { defineModule } from "../../module"
import { reportRoutes } from "./report.routes"

export const reportModule = defineModule({
  ...reportRoutes,
})
