import { defineModule } from "../../module"
import { ledgerRoutes } from "./ledger.routes"
import { readOwnEntries } from "./ledger.repository"
import { ledgerAccountTable } from "./ledger.table"

export const ledgerModule = defineModule({
  ...ledgerRoutes,
  personal: [{ table: ledgerAccountTable, exportAs: "credit", read: readOwnEntries, onErase: { keep: "money stays written down" } }],
})
