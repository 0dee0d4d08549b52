import { alarm } from "@/lib/contract/operations/alarm"
import { defineModule } from "@/server/module"
import { serve } from "@/server/routes"
import { alarmMessageTable } from "./alarm-message.table"
import { checkAlarmsJob } from "./alarm.jobs"
import { readAlarms, testAlarm } from "./alarm.usecases"
import { sendAlarmJob } from "./delivery.jobs"

/** How long messages are stored (ms). */
const storedMs = 90 * 86_400_000

export const alarmModule = defineModule({
  ...serve(alarm, {
    "GET /alarm/list": readAlarms,
    "POST /alarm/test": testAlarm,
  }),
  jobs: [checkAlarmsJob, sendAlarmJob],
  sweep: [{ table: alarmMessageTable, by: alarmMessageTable.created_at, before: (now) => new Date(now.getTime() - storedMs) }],
})
