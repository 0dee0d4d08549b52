import { defineModule } from "../../module"
import { readingRoutes } from "./reading.routes"

export const readingModule = defineModule({
  ...readingRoutes,
})
