import { defineModule } from "@/server/module"
import { captchaRoutes } from "./captcha.routes"
import { captchaTable } from "./captcha.table"

export const captchaModule = defineModule({
  ...captchaRoutes,
  sweep: [{ table: captchaTable, by: captchaTable.expires_at }],
})
