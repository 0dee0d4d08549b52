import { sms } from "../../../lib/contract/sms"
import { serve } from "../../routes"
import { readSms, readSmsList, removeSms } from "./sms.usecases"

export const smsRoutes = serve(sms, {
  "GET /sms/list": readSmsList,
  "GET /sms": readSms,
  "DELETE /sms": removeSms,
})
