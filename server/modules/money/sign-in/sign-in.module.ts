import { sign } from "@/lib/contract/money/sign-in"
import { defineModule } from "@/server/module"
import { serve } from "@/server/routes"
import { signTable } from "./sign-in.table"
import { readSign, signIn } from "./sign-in.usecases"

export const signModule = defineModule({
  ...serve(sign, {
    "GET /user/sign": readSign,
    "PUT /user/sign": signIn,
  }),
  personal: [{ table: signTable, exportAs: "sign", onErase: "delete" }],
})
