import { twoFactor } from "@/lib/contract/people/two-factor"
import { serve } from "@/server/routes"
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from "./passkey.usecases"
import { beginPasskeyLogin } from "./passkey-proof.usecases"
import { beginTotp, confirmTotp, removeTotp } from "./totp.usecases"
import { readFactors, renewRecoveryCodes } from "./two-factor.usecases"

export const twoFactorRoutes = serve(twoFactor, {
  "GET /user/factor": readFactors,
  "POST /user/totp": beginTotp,
  "PUT /user/totp": confirmTotp,
  "DELETE /user/totp": removeTotp,
  "POST /user/passkey/begin": beginPasskey,
  "POST /user/passkey": addPasskey,
  "PUT /user/passkey": renamePasskey,
  "DELETE /user/passkey": removePasskey,
  "POST /user/recovery": renewRecoveryCodes,
  "POST /user/login/passkey/begin": beginPasskeyLogin,
})
