import type { IncomingMessage } from "node:http"

export const sessionCookie = "doujia_session"
/** Marks a browser that has logged in; it grants no access (`server/modules/session/device.usecases.ts`). */
export const deviceCookie = "doujia_device"
/** Longer than any session: the session's row decides when it ends. */
const days = 365

/** A cookie's value, or "". */
export const cookieOf = (req: IncomingMessage, name: string): string => {
  for (const part of (req.headers.cookie ?? "").split(";")) {
    const at = part.indexOf("=")
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return ""
}

/** The token for rendering pages and page images only; calls that change something take the Bearer header alone. */
export const sessionSetCookie = (token: string | null, secure: boolean): string =>
  cookie(sessionCookie, token ?? "", token ? days : 0, secure)

/** Tells scripts that there is a session, without revealing it. */
export const hintSetCookie = (inside: boolean, secure: boolean): string =>
  cookie("doujia_in", inside ? "1" : "", inside ? days : 0, secure, false)

export const deviceSetCookie = (mark: string, secure: boolean): string => cookie(deviceCookie, mark, 180, secure)

const cookie = (name: string, value: string, days: number, secure: boolean, hidden = true) =>
  [
    `${name}=${value}`,
    "Path=/",
    ...(hidden ? ["HttpOnly"] : []),
    "SameSite=Lax",
    `Max-Age=${days * 86_400}`,
    ...(secure ? ["Secure"] : []),
  ].join("; ")

export const bearerOf = (req: IncomingMessage): string => /^bearer\s+(\S+)$/i.exec(req.headers.authorization ?? "")?.[1] ?? ""
