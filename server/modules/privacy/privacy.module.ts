import { defineModule } from "../../module"
import { privacyRoutes } from "./privacy.routes"
import { eraseAccountsJob } from "./closing.jobs"

export const privacyModule = defineModule({
  ...privacyRoutes,
  jobs: [eraseAccountsJob],
})
