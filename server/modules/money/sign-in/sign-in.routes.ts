import { sign } from "@/lib/contract/money/sign-in"
import { serve } from "@/server/routes"
import { readSign, signIn } from "./sign-in.usecases"

export const signRoutes = serve(sign, {
  "GET /user/sign": readSign,
  "PUT /user/sign": signIn,
})
