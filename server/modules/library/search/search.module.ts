import { defineModule } from "@/server/module"
import { completeJob, indexJob, indexSomeJob, nightlyJob, rebuildJob, settleJob } from "./index.jobs"
import { sweepRecordsJob } from "./record.jobs"
import { searchRoutes } from "./search.routes"
import { searchRecordTable } from "./search.table"

export const searchModule = defineModule({
  ...searchRoutes,
  jobs: [indexJob, indexSomeJob, rebuildJob, completeJob, nightlyJob, settleJob, sweepRecordsJob],
  follows: { document: indexJob, arrived: indexJob, article: indexJob, "*": indexJob },
  personal: [{ table: searchRecordTable, exportAs: "search_record", internal: ["visit"], onErase: "delete" }],
})
