import { once } from "node:events"
import type { IncomingMessage, OutgoingHttpHeaders } from "node:http"
import { createGunzip } from "node:zlib"
import type { Readable } from "node:stream"
import { fileHeaders } from "../wire/headers"

/** Files that pages show, and JSON, which says why there is none. Anything else is only saved. */
const shown = /^((image|font|audio|video)\/[\w.+-]+|application\/json)\s*(;|$)/i
const downloaded = { "content-type": "application/octet-stream", "content-disposition": "attachment" }

/** True for addresses whose answers stand on our origin as files: page images and what people uploaded. */
export const isFile = (path: string): boolean => /^\/(view|uploads)\//.test(path)

/** Headers of a file: whatever the remote server says of it, it runs nothing here. `mine`: it came with a person's session. */
export const fileAnswerHeaders = (status: number, headers: OutgoingHttpHeaders, mine: boolean): OutgoingHttpHeaders => ({
  ...headers,
  ...fileHeaders,
  // redirects and "not modified" have no body to be read as something
  ...((status >= 300 && status < 400) || shown.test(String(headers["content-type"] ?? "")) ? {} : downloaded),
  ...(mine && { "cache-control": String(headers["cache-control"] ?? "no-store").replace(/\bpublic\b/i, "private") }),
})

/** What programs read, and browsers show as text. Anything else, a page above all, is only saved. */
const read = /^(application\/([\w.-]+\+)?(json|xml)|text\/(plain|xml|event-stream))\s*(;|$)/i

/** The same file name, but never shown. */
const saved = (disposition: unknown): string => {
  const given = String(disposition ?? "")
  const name = given.indexOf(";")
  return `attachment${name < 0 ? "" : given.slice(name)}`
}

/** Headers of any other answer that is passed on, of a download above all: it runs nothing here, and a download is saved. */
export const passedAnswerHeaders = (path: string, headers: OutgoingHttpHeaders): OutgoingHttpHeaders => ({
  ...headers,
  ...fileHeaders,
  ...(path.startsWith("/download/")
    ? { "content-disposition": saved(headers["content-disposition"]) }
    : headers["content-type"] !== undefined && !read.test(String(headers["content-type"])) && downloaded),
})

/** Looks at the first bytes of a stream and puts them back. Empty for a stream that ends at once. */
const firstBytes = async (stream: IncomingMessage): Promise<Buffer> => {
  if (!stream.readable || stream.readableEnded) return Buffer.alloc(0)
  if (stream.readableLength === 0) await Promise.race([once(stream, "readable"), once(stream, "end"), once(stream, "error")])
  const chunk = (stream.read() as Buffer | null) ?? Buffer.alloc(0)
  if (chunk.length > 0) stream.unshift(chunk)
  return chunk
}

/**
 * The body of a drawn page. Servers keep `.gzip.svg` compressed and say so, or do not, or say so of one that is not: its first bytes
 * decide, and a browser that takes no gzip gets it unpacked.
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
