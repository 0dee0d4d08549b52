import { alarm } from "@/lib/contract/operations/alarm"
import { serve } from "@/server/routes"
import { readAlarms, testAlarm } from "./alarm.usecases"

export const alarmRoutes = serve(alarm, {
  "GET /alarm/list": readAlarms,
  "POST /alarm/test": testAlarm,
})
