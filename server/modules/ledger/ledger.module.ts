import { defineModule } from "../../module"
import { ledgerRoutes } from "./ledger.routes"

export const ledgerModule = defineModule({
  ...ledgerRoutes,
})
