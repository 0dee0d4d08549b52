import { captcha } from "@/lib/contract/people/captcha"
import { defineModule } from "@/server/module"
import { serve } from "@/server/routes"
import { captchaTable } from "./captcha.table"
import { drawCaptcha } from "./captcha.usecases"

export const captchaModule = defineModule({
  ...serve(captcha, {
    "GET /user/captcha": drawCaptcha,
  }),
  sweep: [{ table: captchaTable, by: captchaTable.expires_at }],
})
