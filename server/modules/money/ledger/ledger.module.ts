import { ledger } from "@/lib/contract/money/ledger"
import { defineModule } from "@/server/module"
import { serve } from "@/server/routes"
import { readOwnEntries } from "./ledger.repository"
import { ledgerAccountTable } from "./ledger.table"
import { readCredits } from "./ledger.usecases"

export const ledgerModule = defineModule({
  ...serve(ledger, {
    "GET /user/credit": readCredits,
  }),
  personal: [{ table: ledgerAccountTable, exportAs: "credit", read: readOwnEntries, onErase: { keep: "money stays written down" } }],
})
