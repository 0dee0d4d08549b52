import { report } from "@/lib/contract/community/report"
import { ReviewKind } from "@/lib/contract/operations/review.enums"
import { serve } from "@/server/routes"
import { reportTable } from "./report.table"
import { decideCase, readCase, readCases } from "./case.usecases"
import { unlessClaimed } from "../../operations/claim/claim.policy"
import { addReport, deleteReports, readReports, updateReport } from "./report.usecases"

export const reportRoutes = serve(
  report,
  {
    "POST /report": addReport,
    "PUT /report": updateReport,
    "DELETE /report": deleteReports,
    "GET /report/list": readReports,
    "GET /report/case": readCase,
    "GET /report/case/list": readCases,
    "PUT /report/case": unlessClaimed(ReviewKind.report, ({ case_id }) => [case_id], decideCase),
  },
  { "PUT /report": { table: reportTable } },
)
