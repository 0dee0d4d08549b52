import { verification } from "../../../lib/contract/verification"
import { serve } from "../../routes"
import { askMailCode, askSmsCode } from "./request-code.usecases"

export const verificationRoutes = serve(verification, {
  "POST /user/email/code": askMailCode,
  "POST /sms": askSmsCode,
})
