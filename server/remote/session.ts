import type { IncomingMessage, ServerResponse } from "node:http"
import { bearerOf, hintSetCookie, isSecure, sessionOf, sessionSetCookie } from "../wire/cookies"

/** What a token is made of: anything else would be more than the value of a cookie. */
const isToken = (text: string): boolean => /^[\w.~+/=-]{1,3800}$/.test(text)

const tokenIn = (data: unknown): string =>
  typeof data === "object" && data !== null && "token" in data && typeof data.token === "string" ? data.token : ""

/** True for an answer with a token that cannot stand in a cookie. */
export const hasOddToken = (data: unknown): boolean => tokenIn(data) !== "" && !isToken(tokenIn(data))

/** Sets our own cookie for pages after the answer `data` of call `key`, whatever the remote server does with sessions. */
export const setSessionCookies = (req: IncomingMessage, res: ServerResponse, key: string, data: unknown): void => {
  const token =
    key === "DELETE /user/logout" ? null : tokenIn(data) || (isOwnUser(key, req) && sessionOf(req) !== bearerOf(req) ? bearerOf(req) : "")
  if (token === "" || (token !== null && !isToken(token))) return
  const secure = isSecure(req)
  res.appendHeader("set-cookie", sessionSetCookie(token, secure))
  res.appendHeader("set-cookie", hintSetCookie(token !== null, secure))
}

/** Takes our cookie from a browser whose session the remote server has ended: only where it is the very session that asked. */
export const endSession = (req: IncomingMessage, res: ServerResponse): void => {
  const token = bearerOf(req)
  if (!token || sessionOf(req) !== token) return
  const secure = isSecure(req)
  res.setHeader("set-cookie", [sessionSetCookie(null, secure), hintSetCookie(false, secure)])
}

const isOwnUser = (key: string, req: IncomingMessage) => key === "GET /user" && !(req.url ?? "").includes("?")
