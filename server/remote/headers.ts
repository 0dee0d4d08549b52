import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http"

/** Headers of uploads in pieces (tus 1.0), either way. */
const tus = ["tus-resumable", "upload-length", "upload-offset", "upload-metadata", "upload-defer-length", "upload-concat"]

/** The headers of a request that a remote server gets. Nothing here says where it came from, and nothing carries our cookies. */
const asked = [
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

/** The headers of an answer that a browser gets. The headers of security are ours (`server/wire/listener.ts`). */
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

/** Headers for the remote server: those of the list, and the visitor's `address` as this process knows it. */
export const requestHeaders = (headers: IncomingHttpHeaders, origin: URL, address: string): Record<string, string> => ({
  ...chosen(asked, headers),
  host: origin.host,
  "x-forwarded-for": address,
})

/** Headers for the browser: those of the list, and a `location` only where it lies on the remote server, as an address of ours. */
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
