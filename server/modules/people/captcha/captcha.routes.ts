import { captcha } from "@/lib/contract/people/captcha"
import { serve } from "@/server/routes"
import { drawCaptcha } from "./captcha.usecases"

export const captchaRoutes = serve(captcha, {
  "GET /user/captcha": drawCaptcha,
})
