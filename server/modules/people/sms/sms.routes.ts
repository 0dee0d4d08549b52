import { sms } from "@/lib/contract/people/sms"
import { serve } from "@/server/routes"
import { readSms, readSmsList, removeSms } from "./sms.usecases"

export const smsRoutes = serve(sms, {
  "GET /sms/list": readSmsList,
  "GET /sms": readSms,
  "DELETE /sms": removeSms,
})
