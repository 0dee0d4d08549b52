import { defineModule } from "@/server/module"
import { expireDocumentsJob } from "./expiry.jobs"
import { recycleRoutes } from "./recycle.routes"

export const recycleModule = defineModule({
  ...recycleRoutes,
  jobs: [expireDocumentsJob],
})
