import { job } from "@/server/module"
import { settingsOf } from "../../site/settings/settings.usecases"
import { deleteRecordsBefore } from "./record.repository"

const dayMs = 86_400_000

/** Deletes search records older than the setting's days. */
export const sweepRecordsJob = job({
  name: "sweep-search-records",
  timeoutSeconds: 600,
  retries: 0,
  concurrency: 1,
  every: "11 * * * *",
  run: async (ctx) => {
    const { search_record_retention_days } = await settingsOf(ctx.app, "security")
    await deleteRecordsBefore(ctx.db, new Date(ctx.now().getTime() - search_record_retention_days * dayMs))
  },
})
