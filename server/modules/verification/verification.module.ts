import { defineModule } from "../../module"
import { verificationRoutes } from "./verification.routes"
import { sendMailJob } from "./send-mail.jobs"
import { sendSmsJob } from "./send-sms.jobs"

export const verificationModule = defineModule({
  ...verificationRoutes,
  jobs: [sendMailJob, sendSmsJob],
})
