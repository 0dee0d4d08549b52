import { user } from "../../../lib/contract/user"
import { serve } from "../../routes"
import { requirePublishRight } from "../article/article.policy"
import { readDownloads } from "../document/downloads.usecases"
import { readDynamics } from "../dynamic/dynamic.usecases"
import { readPermissions } from "../group/permission.usecases"
import { readCredits } from "../ledger/ledger.usecases"
import { readSign, signIn } from "../sign/sign.usecases"
import { cancelClosing, requestClosing } from "../privacy/closing.usecases"
import { exportData } from "../privacy/export.usecases"
import { bindEmail, bindMobile, changePassword, changeProfile } from "../account/profile.usecases"
import { endSessions, readSessions } from "../session/session.usecases"
import { deleteUsers } from "../privacy/deletion.usecases"
import { addUserByStaff, listUsers, setUser } from "../account/staff.usecases"
import { readUser, readUserGroups, requireUploadRight } from "./user.usecases"

export const userRoutes = serve(user, {
  "GET /user": readUser,
  "GET /user/group": readUserGroups,
  "GET /user/permission": readPermissions,
  "GET /user/caniuploaddocument": async (ctx) => requireUploadRight(ctx).then(() => ({})),
  "GET /user/canipublisharticle": async (ctx) => requirePublishRight(ctx).then(() => ({})),
  "PUT /user/profile": changeProfile,
  "PUT /user/password": changePassword,
  "PUT /user/email": bindEmail,
  "PUT /user/mobile": bindMobile,
  "GET /user/dynamic": readDynamics,
  "GET /user/credit": readCredits,
  "GET /user/download": readDownloads,
  "GET /user/sign": readSign,
  "PUT /user/sign": signIn,
  "GET /user/session": readSessions,
  "DELETE /user/session": endSessions,
  "GET /user/export": exportData,
  "POST /user/close": requestClosing,
  "DELETE /user/close": cancelClosing,
  "GET /user/list": listUsers,
  "POST /user": addUserByStaff,
  "PUT /user": setUser,
  "DELETE /user": deleteUsers,
})
