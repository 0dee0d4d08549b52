import { sms } from "@/lib/contract/people/sms"
import { defineModule } from "@/server/module"
import { serve } from "@/server/routes"
import { forgetNumber } from "./sms.repository"
import { smsTable } from "./sms.table"
import { readSms, readSmsList, removeSms } from "./sms.usecases"

export const smsModule = defineModule({
  ...serve(sms, {
    "GET /sms/list": readSmsList,
    "GET /sms": readSms,
    "DELETE /sms": removeSms,
  }),
  personal: [{ table: smsTable, notExported: "the log of what providers answered", onErase: forgetNumber }],
})
