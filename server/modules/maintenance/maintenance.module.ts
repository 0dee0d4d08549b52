import { defineModule } from "../../module"
import { sweepTemporaryJob } from "./temporary.jobs"
import { sweepExpiredJob } from "./expired.jobs"
import { expireDocumentsJob } from "./expiry.jobs"

export const maintenanceModule = defineModule({
  jobs: [sweepTemporaryJob, sweepExpiredJob, expireDocumentsJob],
})
