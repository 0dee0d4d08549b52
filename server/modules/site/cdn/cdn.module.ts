import { defineModule } from "@/server/module"
import { purgeCdnJob, retryCdnJob } from "./cdn.jobs"
import { cdnPurgeTable } from "./cdn-purge.table"

/** The time limit of a purge request to the CDN (ms). */
const triedMs = 30 * 86_400_000

export const cdnModule = defineModule({
  jobs: [purgeCdnJob, retryCdnJob],
  sweep: [{ table: cdnPurgeTable, by: cdnPurgeTable.created_at, before: (now) => new Date(now.getTime() - triedMs) }],
  follows: {
    document: purgeCdnJob,
    images: purgeCdnJob,
    article: purgeCdnJob,
    user: purgeCdnJob,
    settings: purgeCdnJob,
    "*": purgeCdnJob,
  },
})
