import { framePath } from "@/lib/rules/site/advertisement-frame"
import { defineModule } from "@/server/module"
import { advertisementTurnJob } from "./advertisement.jobs"
import { advertisementRoutes } from "./advertisement.routes"
import { advertisementTable } from "./advertisement.table"
import { serveFrame } from "./frame.http"

export const advertisementModule = defineModule({
  ...advertisementRoutes,
  jobs: [advertisementTurnJob],
  addresses: [{ path: framePath, guarded: true, create: (app) => (exchange) => serveFrame(app, exchange) }],
  personal: [
    { table: advertisementTable, notExported: "the site's, not the person's", onErase: { keep: "names who of the staff made it" } },
  ],
})
