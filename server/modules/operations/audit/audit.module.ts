import { audit } from "@/lib/contract/operations/audit"
import { defineModule } from "@/server/module"
import { serve } from "@/server/routes"
import { auditTable } from "./audit.table"
import { readAudit, readAuditList } from "./list.usecases"

export const auditModule = defineModule({
  ...serve(audit, {
    "GET /audit/list": readAuditList,
    "GET /audit": readAudit,
  }),
  personal: [{ table: auditTable, notExported: "the site's record of its staff", onErase: { keep: "what staff did stays written down" } }],
})
