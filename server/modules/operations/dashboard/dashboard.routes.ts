import { dashboard } from "@/lib/contract/operations/dashboard"
import { serve } from "@/server/routes"
import { readDashboard, readSeries } from "./dashboard.usecases"

export const dashboardRoutes = serve(dashboard, {
  "GET /dashboard": readDashboard,
  "GET /dashboard/series": readSeries,
})
