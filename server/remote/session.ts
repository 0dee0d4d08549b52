import type { IncomingMessage, ServerResponse } from "node:http"
import { bearerOf, hintSetCookie, isSecure, sessionOf, sessionSetCookie } from "../wire/cookies"

/** Checks the characters of a token. Any others could break out of the cookie's value. */
const isToken = (text: string): boolean => /^[\w.~+/=-]{1,3800}$/.test(text)

const tokenIn = (data: unknown): string =>
  typeof data === "object" && data !== null && "token" in data && typeof data.token === "string" ? data.token : ""

/** Checks whether an answer has a token that cannot be stored in a cookie. */
export const hasOddToken = (data: unknown): boolean => tokenIn(data) !== "" && !isToken(tokenIn(data))

/**
 * Sets this site's session cookie for pages after the answer `data` of call `key`, regardless of how the remote server handles sessions.
 */
export const setSessionCookies = (req: IncomingMessage, res: ServerResponse, key: string, data: unknown): void => {
  const token =
    key === "DELETE /user/logout" ? null : tokenIn(data) || (isOwnUser(key, req) && sessionOf(req) !== bearerOf(req) ? bearerOf(req) : "")
  if (token === "" || (token !== null && !isToken(token))) return
  const secure = isSecure(req)
  res.appendHeader("set-cookie", sessionSetCookie(token, secure))
  res.appendHeader("set-cookie", hintSetCookie(token !== null, secure))
}

/** Deletes the cookie if the remote server has ended the session, but only if the request used that same session. */
export const endSession = (req: IncomingMessage, res: ServerResponse): void => {
  const token = bearerOf(req)
  if (!token || sessionOf(req) !== token) return
  const secure = isSecure(req)
  res.setHeader("set-cookie", [sessionSetCookie(null, secure), hintSetCookie(false, secure)])
}

const isOwnUser = (key: string, req: IncomingMessage) => key === "GET /user" && !(req.url ?? "").includes("?")
