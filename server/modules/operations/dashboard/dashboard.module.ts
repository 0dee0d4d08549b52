import { dashboard } from "@/lib/contract/operations/dashboard"
import { defineModule } from "@/server/module"
import { serve } from "@/server/routes"
import { countDaysJob } from "./dashboard.jobs"
import { readDashboard, readSeries } from "./dashboard.usecases"

export const dashboardModule = defineModule({
  ...serve(dashboard, {
    "GET /dashboard": readDashboard,
    "GET /dashboard/series": readSeries,
  }),
  jobs: [countDaysJob],
})
