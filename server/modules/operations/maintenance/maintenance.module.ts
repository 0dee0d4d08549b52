import { sweepAfterDays } from "@/server/db/change-log"
import { defineModule } from "@/server/module"
import { changeLogTable } from "./change-log.table"
import { sweepExpiredJob } from "./expired.jobs"
import { rateLimitTable } from "./rate-limit.table"
import { sweepTemporaryJob } from "./temporary.jobs"
import { foldViewsJob } from "./views.jobs"

export const maintenanceModule = defineModule({
  jobs: [foldViewsJob, sweepTemporaryJob, sweepExpiredJob],
  sweep: [
    { table: rateLimitTable, by: rateLimitTable.expire, before: (now) => now.getTime() },
    { table: changeLogTable, by: changeLogTable.created_at, before: (now) => new Date(now.getTime() - sweepAfterDays * 86_400_000) },
  ],
})
