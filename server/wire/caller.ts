import type { IncomingMessage } from "node:http"
import { createCtx, type Ctx, type CurrentUser, type RequestInfo, type Services } from "../context"
import { isAccessToken } from "../modules/people/session/access-token.rules"
import { withFactorRights } from "../modules/people/two-factor/staff-factor.policy"
import { bearerOf, deviceOf, sessionOf, visitorCookieOf } from "./cookies"

/* The caller: the only place that resolves a request's token to a user. */

/**
 * Returns the request data that calls and streams receive. `ip` is the user's address (`client-address.ts`). The token comes from the
 * Bearer header: a session cookie authorizes no call.
 */
export const requestInfoOf = (req: IncomingMessage, ip: string): RequestInfo => ({
  id: String(req.headers["x-request-id"]),
  ip,
  user_agent: req.headers["user-agent"] ?? "",
  token: bearerOf(req),
  device: deviceOf(req),
  visitor: visitorCookieOf(req),
  if_match: req.headers["if-match"],
  as_text: true,
  prefetch: String(req.headers["sec-purpose"] ?? "").startsWith("prefetch"),
})

const personOf = async (app: Services, token: string, ip = ""): Promise<CurrentUser | null> =>
  withFactorRights(app, await app.sessions.find(token, ip))

/** Returns the context of a call or stream with its caller; `user` is null without a valid token. */
export const callerOf = async (
  app: Services,
  request: RequestInfo,
  setSession?: Ctx["setSession"],
  setVisitor?: Ctx["setVisitor"],
): Promise<Ctx> =>
  // pages pass on the cookie's value: an access token is not a login
  createCtx(app, {
    user: request.rendering && isAccessToken(request.token) ? null : await personOf(app, request.token, request.ip),
    request,
    setSession,
    setVisitor,
  })

/** Returns the caller of a file request: browsers send no Bearer header with an image, only the cookie. */
export const readerOf = (app: Services, req: IncomingMessage) => async (): Promise<CurrentUser | null> => {
  const bearer = bearerOf(req)
  const cookie = bearer ? "" : sessionOf(req)
  if (isAccessToken(cookie)) return null
  const person = await personOf(app, bearer || cookie)
  return person?.scopes && !person.scopes.has("read") ? null : person
}
