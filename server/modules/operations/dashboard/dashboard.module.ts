import { defineModule } from "@/server/module"
import { countDaysJob } from "./dashboard.jobs"
import { dashboardRoutes } from "./dashboard.routes"

export const dashboardModule = defineModule({ ...dashboardRoutes, jobs: [countDaysJob] })
