import { session } from "@/lib/contract/people/session"
import { serve } from "@/server/routes"
import { createToken, readTokens, revokeToken } from "./access-token.usecases"
import { closeSession, endSessions, readSessions } from "./session.usecases"

export const sessionRoutes = serve(session, {
  "DELETE /user/logout": closeSession,
  "GET /user/session": readSessions,
  "DELETE /user/session": endSessions,
  "GET /user/token": readTokens,
  "POST /user/token": createToken,
  "DELETE /user/token": revokeToken,
})
