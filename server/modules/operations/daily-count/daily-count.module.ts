import { defineModule } from "@/server/module"

/** The numbers of the past days; whoever counts them is above (`dashboard`). */
export const dailyCountModule = defineModule({})
