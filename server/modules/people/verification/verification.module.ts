import { defineModule } from "@/server/module"
import { sendMailJob } from "./send-mail.jobs"
import { sendSmsJob } from "./send-sms.jobs"
import { forgetCodes } from "./verification.repository"
import { verificationRoutes } from "./verification.routes"
import { codeTable, usedTokenTable } from "./verification.table"

export const verificationModule = defineModule({
  ...verificationRoutes,
  jobs: [sendMailJob, sendSmsJob],
  personal: [{ table: codeTable, notExported: "a code opens an account", onErase: forgetCodes }],
  sweep: [
    // used codes are kept because the daily limits count them
    { table: codeTable, by: codeTable.expires_at, before: (now) => new Date(now.getTime() - 2 * 86_400_000) },
    { table: usedTokenTable, by: usedTokenTable.expires_at },
  ],
})
