import { defineModule } from "@/server/module"
import { trialRoutes } from "./trial.routes"

export const trialModule = defineModule(trialRoutes)
