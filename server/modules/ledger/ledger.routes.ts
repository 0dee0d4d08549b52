import { ledger } from "../../../lib/contract/ledger"
import { serve } from "../../routes"
import { readCredits } from "./ledger.usecases"

export const ledgerRoutes = serve(ledger, {
  "GET /user/credit": readCredits,
})
