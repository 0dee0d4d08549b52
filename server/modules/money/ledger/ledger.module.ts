import { defineModule } from "@/server/module"
import { readOwnEntries } from "./ledger.repository"
import { ledgerRoutes } from "./ledger.routes"
import { ledgerAccountTable } from "./ledger.table"

export const ledgerModule = defineModule({
  ...ledgerRoutes,
  personal: [{ table: ledgerAccountTable, exportAs: "credit", read: readOwnEntries, onErase: { keep: "money stays written down" } }],
})
