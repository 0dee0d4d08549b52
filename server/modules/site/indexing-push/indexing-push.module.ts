import { defineModule } from "@/server/module"
import { pushChangesJob } from "./indexing-push.jobs"
import { serveIndexNowKey } from "./indexnow-key.http"

export const indexingPushModule = defineModule({
  jobs: [pushChangesJob],
  addresses: [{ path: "*.txt", create: (app) => (exchange) => serveIndexNowKey(app, exchange) }],
})
