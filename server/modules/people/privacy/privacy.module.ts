import { defineModule } from "@/server/module"
import { eraseAccountsJob } from "./closing.jobs"
import { privacyRoutes } from "./privacy.routes"

export const privacyModule = defineModule({
  ...privacyRoutes,
  jobs: [eraseAccountsJob],
})
