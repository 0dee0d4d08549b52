import { defineModule } from "@/server/module"
import { advertisementTurnJob } from "./advertisement.jobs"
import { advertisementRoutes } from "./advertisement.routes"
import { advertisementTable } from "./advertisement.table"

export const advertisementModule = defineModule({
  ...advertisementRoutes,
  jobs: [advertisementTurnJob],
  personal: [
    { table: advertisementTable, notExported: "the site's, not the person's", onErase: { keep: "names who of the staff made it" } },
  ],
})
