import { defineModule } from "@/server/module"
import { checkAlarmsJob } from "./alarm.jobs"
import { alarmMessageTable } from "./alarm-message.table"
import { alarmRoutes } from "./alarm.routes"
import { sendAlarmJob } from "./sending.jobs"

/** How long messages are stored (ms). */
const storedMs = 90 * 86_400_000

export const alarmModule = defineModule({
  ...alarmRoutes,
  jobs: [checkAlarmsJob, sendAlarmJob],
  sweep: [{ table: alarmMessageTable, by: alarmMessageTable.created_at, before: (now) => new Date(now.getTime() - storedMs) }],
})
