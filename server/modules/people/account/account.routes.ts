import { account } from "@/lib/contract/people/account"
import { serve } from "@/server/routes"
import { userTable } from "../user/user.table"
import { logIn, logInWithPasskey, register } from "./account.usecases"
import { confirmSession } from "./confirmation.usecases"
import { logInByMobile, registerByMobile } from "./mobile-login.usecases"
import { bindEmail, bindMobile, changePassword, changeProfile } from "./profile.usecases"
import { requestReset, resetByMobile, resetPassword } from "./recovery.usecases"
import { addUserByStaff, listUsers, resetFactorByStaff, setUser } from "./staff.usecases"

export const accountRoutes = serve(
  account,
  {
    "POST /user/register": register,
    "POST /user/login": logIn,
    "POST /user/login/passkey": logInWithPasskey,
    "POST /user/confirm": confirmSession,
    "POST /user/register/mobile": registerByMobile,
    "POST /user/login/mobile": logInByMobile,
    "POST /user/findpassword/stepone": requestReset,
    "PUT /user/findpassword/steptwo": resetPassword,
    "POST /user/findpassword/mobile": resetByMobile,
    "PUT /user/profile": changeProfile,
    "PUT /user/password": changePassword,
    "PUT /user/email": bindEmail,
    "PUT /user/mobile": bindMobile,
    "GET /user/list": listUsers,
    "POST /user": addUserByStaff,
    "PUT /user": setUser,
    "DELETE /user/factor": resetFactorByStaff,
  },
  { "PUT /user/profile": { table: userTable }, "PUT /user": { table: userTable } },
)
