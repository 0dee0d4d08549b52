import { user } from "../../../lib/contract/user"
import { serve } from "../../routes"
import { closeSession } from "./session.usecases"
import { listGroups } from "./user.repository"
import { logIn, readUser, register, requireUploadRight } from "./user.usecases"

export const userRoutes = serve(user, {
  "POST /user/register": register,
  "POST /user/login": logIn,
  "DELETE /user/logout": closeSession,
  "GET /user": readUser,
  "GET /user/group": async (ctx) => ({ group: await listGroups(ctx.db, ctx.user.id) }),
  "GET /user/caniuploaddocument": async (ctx) => requireUploadRight(ctx).then(() => ({})),
})
