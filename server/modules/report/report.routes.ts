import { report } from "../../../lib/contract/report"
import { serve } from "../../routes"
import { addReport, deleteReports, readReports, updateReport } from "./report.usecases"
import { reportTable } from "./report.table"

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
