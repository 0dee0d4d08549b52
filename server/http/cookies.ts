import type { IncomingMessage } from "node:http"

export const sessionCookie = "doujia_session"
const days = 30

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
  [`${sessionCookie}=${token ?? ""}`, "Path=/", "HttpOnly", "SameSite=Lax", `Max-Age=${token ? days * 86_400 : 0}`, ...(secure ? ["Secure"] : [])].join("; ")

export const bearerOf = (req: IncomingMessage): string => /^bearer\s+(\S+)$/i.exec(req.headers.authorization ?? "")?.[1] ?? ""
