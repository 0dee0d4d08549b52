import { dashboard } from "../../../lib/contract/dashboard"
import { serve } from "../../routes"
import { readDashboard, readSeries } from "./dashboard.usecases"

export const dashboardRoutes = serve(dashboard, {
  "GET /dashboard": readDashboard,
  "GET /dashboard/series": readSeries,
})
