import { defineModule } from "../../module"
import { sweepTemporaryJob } from "./temporary.jobs"
import { sweepExpiredJob } from "./expired.jobs"
import { rateLimitTable } from "./rate-limit.table"

export const maintenanceModule = defineModule({
  jobs: [sweepTemporaryJob, sweepExpiredJob],
  sweep: [{ table: rateLimitTable, by: rateLimitTable.expire, before: (now) => now.getTime() }],
})
