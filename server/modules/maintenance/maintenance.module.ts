import { defineModule } from "../../module"
import { sweepExpiredJob } from "./expired.jobs"
import { rateLimitTable } from "./rate-limit.table"
import { sweepTemporaryJob } from "./temporary.jobs"

export const maintenanceModule = defineModule({
  jobs: [sweepTemporaryJob, sweepExpiredJob],
  sweep: [{ table: rateLimitTable, by: rateLimitTable.expire, before: (now) => now.getTime() }],
})
