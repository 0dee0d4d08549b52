import { defineModule } from "@/server/module"
import { auditRoutes } from "./audit.routes"
import { auditTable } from "./audit.table"

export const auditModule = defineModule({
  ...auditRoutes,
  personal: [{ table: auditTable, notExported: "the site's record of its staff", onErase: { keep: "what staff did stays written down" } }],
})
