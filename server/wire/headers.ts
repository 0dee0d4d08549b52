import type { IncomingMessage } from "node:http"

/**
 * Headers of every response. Only our own pages may frame it, except the embed page. Pages and files add a stricter policy of their own.
 */
export const securityHeaders: Record<string, string> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "x-frame-options": "SAMEORIGIN",
  "content-security-policy": "frame-ancestors 'self'",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}

/** Returns true for `/embed/{uuid}`, the only page that other sites may frame. */
export const isFramed = (path: string): boolean => /^\/embed\/[0-9a-zA-Z]{1,32}$/.test(path)

/** Headers of uploaded files: they must not run anything on this origin. */
export const fileHeaders: Record<string, string> = {
  "content-security-policy": "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
  "cross-origin-resource-policy": "same-origin",
}

/**
 * Caching of a public image whose address never changes its meaning. Shared caches ask again after an hour, because it may not be public any
 * more (docs/decisions/503); a browser shows it only to those who have seen it.
 */
export const publicImageCache = "public, max-age=31536000, s-maxage=3600, immutable"

/** Checks whether the client already has this version, which `etag` names. */
export const hasVersion = (req: IncomingMessage, etag: string): boolean =>
  (req.headers["if-none-match"] ?? "").split(",").some((one) => one.trim().replace(/^W\//, "") === etag.replace(/^W\//, ""))

/** Returns a Content-Disposition as in RFC 6266: an ASCII name for old clients, and the name in UTF-8. */
export const attachmentNamed = (name: string): string => {
  const ascii = name.replace(/[^\x20-\x7e]/g, "_").replace(/["\\%]/g, "_")
  const utf8 = encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${utf8}`
}
