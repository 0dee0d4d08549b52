import { defineModule } from "../../module"
import { auditTable } from "./audit.table"

export const auditModule = defineModule({
  personal: [{ table: auditTable, notExported: "the site's record of its staff", onErase: { keep: "what staff did stays written down" } }],
})
