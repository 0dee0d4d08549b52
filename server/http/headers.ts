/** What every answer carries. Frames are for our own pages only, but for the embed page. */
export const securityHeaders: Record<string, string> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "x-frame-options": "SAMEORIGIN",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}

/** `/embed/{uuid}` is made to stand in other people's pages: nothing else is, and nothing that only looks alike. */
export const isFramed = (path: string): boolean => /^\/embed\/[0-9a-zA-Z]{1,32}$/.test(path)

/** For files that people sent: whatever is inside, it may do nothing on this origin. */
export const fileHeaders: Record<string, string> = {
  "content-security-policy": "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox",
  "cross-origin-resource-policy": "same-origin",
}

/** RFC 6266: an ASCII name for the old, the real one in UTF-8. */
export const attachmentNamed = (name: string): string => {
  const ascii = name.replace(/[^\x20-\x7e]/g, "_").replace(/["\\%]/g, "_")
  const utf8 = encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${utf8}`
}
