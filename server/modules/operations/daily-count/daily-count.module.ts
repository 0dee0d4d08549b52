import { defineModule } from "@/server/module"

/** The daily numbers of past days. The `dashboard` module, one layer above, counts them. */
export const dailyCountModule = defineModule({})
