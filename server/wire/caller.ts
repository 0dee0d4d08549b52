import type { IncomingMessage } from "node:http"
import { createCtx, type Ctx, type CurrentUser, type RequestInfo, type Services } from "../context"
import { isAccessToken } from "../modules/people/session/access-token.rules"
import { withFactorRights } from "../modules/people/two-factor/staff-factor.policy"
import { bearerOf, deviceOf, sessionOf } from "./cookies"

/* The caller: the only place that turns a request's token into a person. */

/** The facts of a request that calls and streams get. `ip` is the person's address (`client-address.ts`). The token is the Bearer header's: a session cookie authorises no call. */
export const requestInfoOf = (req: IncomingMessage, ip: string): RequestInfo => ({
  id: String(req.headers["x-request-id"]),
  ip,
  user_agent: req.headers["user-agent"] ?? "",
  token: bearerOf(req),
  device: deviceOf(req),
  if_match: req.headers["if-match"],
  as_text: true,
  prefetch: String(req.headers["sec-purpose"] ?? "").startsWith("prefetch"),
})

const personOf = async (app: Services, token: string, ip = ""): Promise<CurrentUser | null> =>
  withFactorRights(app, await app.sessions.find(token, ip))

/** The context of a call or stream with the caller; `user` is null without a valid token. */
export const callerOf = async (app: Services, request: RequestInfo, setSession?: Ctx["setSession"]): Promise<Ctx> =>
  // pages hand on what a cookie held: an access token is no login
  createCtx(app, {
    user: request.rendering && isAccessToken(request.token) ? null : await personOf(app, request.token, request.ip),
    request,
    setSession,
  })

/** The caller of a file request: browsers send no Bearer header with a picture, but the cookie. */
export const readerOf = (app: Services, req: IncomingMessage) => async (): Promise<CurrentUser | null> => {
  const bearer = bearerOf(req)
  const cookie = bearer ? "" : sessionOf(req)
  if (isAccessToken(cookie)) return null
  const person = await personOf(app, bearer || cookie)
  return person?.scopes && !person.scopes.has("read") ? null : person
}
