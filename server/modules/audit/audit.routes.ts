import { audit } from "../../../lib/contract/audit"
import { serve } from "../../routes"
import { readAudit, readAuditList } from "./listing.usecases"

export const auditRoutes = serve(audit, {
  "GET /audit/list": readAuditList,
  "GET /audit": readAudit,
})
