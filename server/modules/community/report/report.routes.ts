import { report } from "@/lib/contract/community/report"
import { serve } from "@/server/routes"
import { reportTable } from "./report.table"
import { addReport, deleteReports, readReports, updateReport } from "./report.usecases"

export const reportRoutes = serve(
  report,
  {
    "POST /report": addReport,
    "PUT /report": updateReport,
    "DELETE /report": deleteReports,
    "GET /report/list": readReports,
  },
  { "PUT /report": { table: reportTable } },
)
