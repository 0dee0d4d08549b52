import { defineModule } from "../../module"
import { punishmentRoutes } from "./punishment.routes"

export const punishmentModule = defineModule({
  ...punishmentRoutes,
})
