import { session } from "../../../lib/contract/session"
import { serve } from "../../routes"
import { closeSession, endSessions, readSessions } from "./session.usecases"

export const sessionRoutes = serve(session, {
  "DELETE /user/logout": closeSession,
  "GET /user/session": readSessions,
  "DELETE /user/session": endSessions,
})
