import { defineModule } from "@/server/module"
import { forgetNumber } from "./sms.repository"
import { smsRoutes } from "./sms.routes"
import { smsTable } from "./sms.table"

export const smsModule = defineModule({
  ...smsRoutes,
  personal: [{ table: smsTable, notExported: "the log of what providers answered", onErase: forgetNumber }],
})
