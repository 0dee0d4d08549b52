import { audit } from "@/lib/contract/operations/audit"
import { serve } from "@/server/routes"
import { readAudit, readAuditList } from "./listing.usecases"

export const auditRoutes = serve(audit, {
  "GET /audit/list": readAuditList,
  "GET /audit": readAudit,
})
