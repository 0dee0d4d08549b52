import { defineModule } from "@/server/module"
import { backupJob, proveJob, scrubJob, startBackupJob } from "./backup.jobs"
import { backupRunTable } from "./backup-run.table"

export const backupModule = defineModule({
  jobs: [startBackupJob, backupJob, proveJob, scrubJob],
  sweep: [{ table: backupRunTable, by: backupRunTable.started_at, before: (now) => new Date(now.getTime() - 400 * 86_400_000) }],
})
