import { verification } from "@/lib/contract/people/verification"
import { serve } from "@/server/routes"
import { askMailCode, askSmsCode } from "./request-code.usecases"

export const verificationRoutes = serve(verification, {
  "POST /user/email/code": askMailCode,
  "POST /sms": askSmsCode,
})
