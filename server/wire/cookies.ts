import type { IncomingMessage } from "node:http"
import { cookieName, isHttps, sessionTokenIn, visitorCookie, visitorIn } from "../../lib/rules/people/session-cookie"

/** Identifies a browser that has logged in; it grants no access (`server/modules/people/session/device.usecases.ts`). */
const deviceCookie = "doujia_device"
/** Longer than any session: the session's row determines when it expires. */
const days = 365

/** Returns true if the visitor uses https, here or at the proxy in front. */
export const isSecure = (req: IncomingMessage): boolean =>
  isHttps(String(req.headers["x-forwarded-proto"] ?? "")) || (req.socket ? "encrypted" in req.socket : false)

/** Returns a cookie's value, or "". */
const cookieOf = (req: IncomingMessage, name: string): string => {
  for (const part of (req.headers.cookie ?? "").split(";")) {
    const at = part.indexOf("=")
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return ""
}

/** Returns the session token from its cookie, or "". */
export const sessionOf = (req: IncomingMessage): string => sessionTokenIn((name) => cookieOf(req, name), isSecure(req))

/** Returns the browser's device id, or "". */
export const deviceOf = (req: IncomingMessage): string => cookieOf(req, cookieName(deviceCookie, isSecure(req)))

/** Returns the browser's id for share links, or "". */
export const visitorCookieOf = (req: IncomingMessage): string => visitorIn((name) => cookieOf(req, name), isSecure(req))

/** Lasts until the browser is closed: a visit of a share link is one browser session. */
export const visitorSetCookie = (visitor: string, secure: boolean): string =>
  [`${cookieName(visitorCookie, secure)}=${visitor}`, "Path=/", "HttpOnly", "SameSite=Lax", ...(secure ? ["Secure"] : [])].join("; ")

/** Sets the token that is used only to render pages and page images; calls that change data accept the Bearer header only. */
export const sessionSetCookie = (token: string | null, secure: boolean): string =>
  cookie("doujia_session", token ?? "", token ? days : 0, secure)

/** Shows scripts that a session exists, without revealing it. */
export const hintSetCookie = (inside: boolean, secure: boolean): string =>
  cookie("doujia_in", inside ? "1" : "", inside ? days : 0, secure, false)

export const deviceSetCookie = (mark: string, secure: boolean): string => cookie(deviceCookie, mark, 180, secure)

const cookie = (name: string, value: string, days: number, secure: boolean, hidden = true) =>
  [
    `${cookieName(name, secure)}=${value}`,
    "Path=/",
    ...(hidden ? ["HttpOnly"] : []),
    "SameSite=Lax",
    `Max-Age=${days * 86_400}`,
    ...(secure ? ["Secure"] : []),
  ].join("; ")

export const bearerOf = (req: IncomingMessage): string => /^bearer\s+(\S+)$/i.exec(req.headers.authorization ?? "")?.[1] ?? ""
