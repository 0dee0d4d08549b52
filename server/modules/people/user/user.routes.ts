import { user } from "@/lib/contract/people/user"
import { serve } from "@/server/routes"
import { requirePublishRight, requireUploadRight } from "./rights.policy"
import { readUser, readUserGroups } from "./user.usecases"

export const userRoutes = serve(user, {
  "GET /user": readUser,
  "GET /user/group": readUserGroups,
  "GET /user/caniuploaddocument": async (ctx) => requireUploadRight(ctx).then(() => ({})),
  "GET /user/canipublisharticle": async (ctx) => requirePublishRight(ctx).then(() => ({})),
})
