import { defineModule } from "@/server/module"
import { convertSamplesJob } from "./conversion.jobs"
import { trialRoutes } from "./trial.routes"

export const trialModule = defineModule({ ...trialRoutes, jobs: [convertSamplesJob] })
