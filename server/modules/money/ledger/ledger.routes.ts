import { ledger } from "@/lib/contract/money/ledger"
import { serve } from "@/server/routes"
import { readCredits } from "./ledger.usecases"

export const ledgerRoutes = serve(ledger, {
  "GET /user/credit": readCredits,
})
