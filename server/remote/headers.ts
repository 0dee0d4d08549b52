import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http"

/** Headers of resumable uploads (tus 1.0), in both directions. */
const tus = ["tus-resumable", "upload-length", "upload-offset", "upload-metadata", "upload-defer-length", "upload-concat"]

/** Request headers that are passed to a remote server. None of them reveals the request's origin or carries this site's cookies. */
const requestHeaderNames = [
  "accept",
  "accept-language",
  "authorization",
  "content-type",
  "content-length",
  "if-match",
  "if-none-match",
  "if-modified-since",
  "if-range",
  "range",
  "user-agent",
  "last-event-id",
  "upload-checksum",
  ...tus,
]

/** Response headers that are passed to a browser. This program sets the security headers (`server/wire/listener.ts`). */
const answered = [
  "content-type",
  "content-length",
  "content-encoding",
  "content-disposition",
  "content-range",
  "accept-ranges",
  "etag",
  "last-modified",
  "cache-control",
  "vary",
  "retry-after",
  "tus-version",
  "tus-extension",
  "tus-max-size",
  "upload-expires",
  "x-attachment-id",
  "x-accel-buffering",
  ...tus,
]

const chosen = (names: readonly string[], headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])))

/** Returns the headers for the remote server: the allowed ones, and the visitor's `address` as this process sees it. */
export const requestHeaders = (headers: IncomingHttpHeaders, origin: URL, address: string): Record<string, string> => ({
  ...chosen(requestHeaderNames, headers),
  host: origin.host,
  "x-forwarded-for": address,
})

/**
 * Returns the headers for the browser: the allowed ones, and a `location` only if it is on the remote server, rewritten to an address of
 * this site.
 */
export const answerHeaders = (headers: IncomingHttpHeaders, origin: URL): OutgoingHttpHeaders => {
  const location = headers.location === undefined ? null : ownLocation(headers.location, origin)
  return { ...chosen(answered, headers), ...(location !== null && { location }) }
}

const ownLocation = (location: string, origin: URL): string | null => {
  if (!URL.canParse(location, origin)) return null
  const url = new URL(location, origin)
  const root = origin.pathname.replace(/\/$/, "")
  if (url.host !== origin.host || !url.pathname.startsWith(`${root}/`) || !/^https?:$/.test(url.protocol)) return null
  const path = url.pathname.slice(root.length)
  return path.startsWith("//") ? null : `${path}${url.search}`
}
