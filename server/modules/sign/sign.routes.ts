import { sign } from "../../../lib/contract/sign"
import { serve } from "../../routes"
import { readSign, signIn } from "./sign.usecases"

export const signRoutes = serve(sign, {
  "GET /user/sign": readSign,
  "PUT /user/sign": signIn,
})
