import { captcha } from "../../../lib/contract/captcha"
import { serve } from "../../routes"
import { drawCaptcha } from "./captcha.usecases"

export const captchaRoutes = serve(captcha, {
  "GET /user/captcha": drawCaptcha,
})
