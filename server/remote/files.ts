import { once } from "node:events"
import type { IncomingMessage, OutgoingHttpHeaders } from "node:http"
import { createGunzip } from "node:zlib"
import type { Readable } from "node:stream"
import { fileHeaders } from "../wire/headers"

/** Content types that pages embed, and JSON, which explains why a file is missing. Everything else is only downloaded. */
const embeddableTypes = /^((image|font|audio|video)\/[\w.+-]+|application\/json)\s*(;|$)/i
const downloaded = { "content-type": "application/octet-stream", "content-disposition": "attachment" }

/** Checks whether a path is served on this origin as a file: page images and user uploads. */
export const isFile = (path: string): boolean => /^\/(view|uploads)\//.test(path)

/**
 * Returns the headers of a file. They prevent the file from executing here, even if the remote server's headers would allow it. `mine`: it
 * was requested with a user's session.
 */
export const fileAnswerHeaders = (status: number, headers: OutgoingHttpHeaders, mine: boolean): OutgoingHttpHeaders => ({
  ...headers,
  ...fileHeaders,
  // public images may be embedded from other origins (docs/decisions/179)
  ...(!mine && headers["cross-origin-resource-policy"] === "cross-origin" && { "cross-origin-resource-policy": "cross-origin" }),
  // Redirects and "not modified" have no body to interpret.
  ...((status >= 300 && status < 400) || embeddableTypes.test(String(headers["content-type"] ?? "")) ? {} : downloaded),
  ...(mine && { "cache-control": String(headers["cache-control"] ?? "no-store").replace(/\bpublic\b/i, "private") }),
})

/** Content types that programs read and browsers display as text. Everything else, above all HTML, is only downloaded. */
const read = /^(application\/([\w.-]+\+)?(json|xml)|text\/(plain|xml|event-stream))\s*(;|$)/i

/** Keeps the file name, but always forces a download. */
const saved = (disposition: unknown): string => {
  const given = String(disposition ?? "")
  const name = given.indexOf(";")
  return `attachment${name < 0 ? "" : given.slice(name)}`
}

/** Returns the headers of any other answer that is passed on, above all downloads. Nothing executes here, and downloads are saved. */
export const passedAnswerHeaders = (path: string, headers: OutgoingHttpHeaders): OutgoingHttpHeaders => ({
  ...headers,
  ...fileHeaders,
  ...(path.startsWith("/download/")
    ? { "content-disposition": saved(headers["content-disposition"]) }
    : headers["content-type"] !== undefined && !read.test(String(headers["content-type"])) && downloaded),
})

/** Reads the first bytes of a stream and puts them back. Empty if the stream ends at once. */
const firstBytes = async (stream: IncomingMessage): Promise<Buffer> => {
  if (!stream.readable || stream.readableEnded) return Buffer.alloc(0)
  if (stream.readableLength === 0) await Promise.race([once(stream, "readable"), once(stream, "end"), once(stream, "error")])
  const chunk = (stream.read() as Buffer | null) ?? Buffer.alloc(0)
  if (chunk.length > 0) stream.unshift(chunk)
  return chunk
}

/**
 * Returns the body of a rendered page. Servers store `.gzip.svg` compressed, but their headers are unreliable in both directions. The first
 * bytes decide, and the body is decompressed for browsers without gzip support.
 */
export const drawnPage = async (
  reply: IncomingMessage,
  headers: OutgoingHttpHeaders,
  takesGzip: boolean,
): Promise<{ headers: OutgoingHttpHeaders; body: Readable }> => {
  const { "content-encoding": _, ...plain } = headers
  const [first, second] = await firstBytes(reply)
  if (first !== 0x1f || second !== 0x8b) return { headers: plain, body: reply }
  if (takesGzip) return { headers: { ...plain, "content-encoding": "gzip", vary: "accept-encoding" }, body: reply }
  const { "content-length": __, ...unpacked } = plain
  const body = createGunzip()
  reply.on("error", (error) => body.destroy(error))
  return { headers: { ...unpacked, vary: "accept-encoding" }, body: reply.pipe(body) }
}
