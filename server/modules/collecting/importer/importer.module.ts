import { defineModule } from "@/server/module"

/** Nothing of it is called over the network: `npm run import` does. */
export const importerModule = defineModule({})
