import { defineModule } from "../../module"
import { smsRoutes } from "./sms.routes"

export const smsModule = defineModule({
  ...smsRoutes,
})
