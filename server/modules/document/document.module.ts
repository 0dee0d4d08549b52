import { serveProgress } from "../../http/progress"
import { defineModule } from "../../module"
import { documentRoutes } from "./document.routes"
import { convertJob, sweepJob } from "./conversion.jobs"

export const documentModule = defineModule({
  ...documentRoutes,
  jobs: [convertJob, sweepJob],
  endpoints: [{ stream: "GET /document/progress", serve: serveProgress }],
})
