import { defineModule } from "../../module"
import { captchaRoutes } from "./captcha.routes"

export const captchaModule = defineModule({
  ...captchaRoutes,
})
