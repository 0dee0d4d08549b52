import type { IncomingMessage, ServerResponse } from "node:http"
import { bearerOf, cookieOf, hintSetCookie, sessionCookie, sessionSetCookie } from "../http/cookies"

/** Sets our own cookie for pages after the answer `data` of call `key`, whatever the remote server does with sessions. */
export const setSessionCookies = (req: IncomingMessage, res: ServerResponse, key: string, data: unknown): void => {
  const given = typeof data === "object" && data !== null && "token" in data && typeof data.token === "string" ? data.token : ""
  const token =
    key === "DELETE /user/logout"
      ? null
      : given || (isOwnUser(key, req) && cookieOf(req, sessionCookie) !== bearerOf(req) ? bearerOf(req) : "")
  if (token === "") return
  const secure = req.headers["x-forwarded-proto"] === "https"
  res.appendHeader("set-cookie", sessionSetCookie(token, secure))
  res.appendHeader("set-cookie", hintSetCookie(token !== null, secure))
}

/** Takes our cookie from a browser whose session the remote server has ended: only where it is the very session that asked. */
export const endSession = (req: IncomingMessage, res: ServerResponse): void => {
  const token = bearerOf(req)
  if (!token || cookieOf(req, sessionCookie) !== token) return
  const secure = req.headers["x-forwarded-proto"] === "https"
  res.setHeader("set-cookie", [sessionSetCookie(null, secure), hintSetCookie(false, secure)])
}

const isOwnUser = (key: string, req: IncomingMessage) => key === "GET /user" && !(req.url ?? "").includes("?")
