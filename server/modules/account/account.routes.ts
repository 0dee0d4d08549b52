import { account } from "../../../lib/contract/account"
import { serve } from "../../routes"
import { drawCaptcha } from "../captcha/captcha.usecases"
import { askMailCode, askSmsCode } from "../verification/request-code.usecases"
import { logIn, register } from "./account.usecases"
import { logInByMobile, registerByMobile } from "./mobile.usecases"
import { requestReset, resetByMobile, resetPassword } from "./recovery.usecases"
import { closeSession } from "../session/session.usecases"

export const accountRoutes = serve(account, {
  "POST /user/register": register,
  "POST /user/login": logIn,
  "POST /user/register/mobile": registerByMobile,
  "POST /user/login/mobile": logInByMobile,
  "DELETE /user/logout": closeSession,
  "GET /user/captcha": drawCaptcha,
  "POST /user/email/code": askMailCode,
  "POST /sms": askSmsCode,
  "POST /user/findpassword/stepone": requestReset,
  "PUT /user/findpassword/steptwo": resetPassword,
  "POST /user/findpassword/mobile": resetByMobile,
})
