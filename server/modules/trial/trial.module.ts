import { defineModule } from "../../module"
import { trialRoutes } from "./trial.routes"

export const trialModule = defineModule(trialRoutes)
