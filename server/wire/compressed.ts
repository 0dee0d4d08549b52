import { createHash } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"

const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

type Headers = Record<string, string | number>
/** One encoding of a response with precomputed headers: computing them costs more than sending a small body. */
type Form = { headers: Headers; body: Buffer }
/** A response in every encoding, created once. */
export type Compressed = { status: number; etag: string; bytes: number; plain: Form; gzip?: Form; br?: Form; unchanged: Headers }

/** Smaller responses are not compressed (bytes). */
const worthIt = 1_000

const formOf = (unchanged: Headers, body: Buffer, encoding?: string): Form => ({
  body,
  headers: { ...unchanged, ...(encoding ? { "content-encoding": encoding } : {}), "content-length": body.length },
})
const squeeze = (plain: Buffer, quality: number) => brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })

/** Creates a response that has no compressed encoding yet. */
export const uncompressed = (status: number, headers: Record<string, string>, plain: Buffer): Compressed => {
  const etag = `"${createHash("sha1").update(plain).digest("base64url")}"`
  const unchanged = { ...headers, vary: [headers.vary, "accept-encoding"].filter(Boolean).join(", "), etag }
  return { status, etag, bytes: plain.length, plain: formOf(unchanged, plain), unchanged }
}

/** Compresses a response that is sent many times, in every encoding. */
export const compress = async (status: number, headers: Record<string, string>, plain: Buffer, quality = 5): Promise<Compressed> => {
  const made = uncompressed(status, headers, plain)
  if (plain.length < worthIt) return made
  const [zipped, br] = await Promise.all([gz(plain, { level: 6 }), squeeze(plain, quality)])
  return {
    ...made,
    bytes: plain.length + zipped.length + br.length,
    gzip: formOf(made.unchanged, zipped, "gzip"),
    br: formOf(made.unchanged, br, "br"),
  }
}

/** Adds gzip, which most clients accept, to a response that is reused. Requests that arrive in the meantime receive it uncompressed. */
export const addGzip = async (page: Compressed): Promise<void> => {
  if (page.plain.body.length >= worthIt) page.gzip = formOf(page.unchanged, await gz(page.plain.body, { level: 4 }), "gzip")
}

/** Compresses a response for a single request, only in the encoding that it accepts: no other request will need the others. */
export const compressFor = async (
  req: IncomingMessage,
  status: number,
  headers: Record<string, string>,
  plain: Buffer,
): Promise<Compressed> => {
  const made = uncompressed(status, headers, plain)
  const accepted = String(req.headers["accept-encoding"] ?? "")
  if (plain.length < worthIt) return made
  if (/\bbr\b/.test(accepted)) return { ...made, br: formOf(made.unchanged, await squeeze(plain, 2), "br") }
  return /\bgzip\b/.test(accepted) ? { ...made, gzip: formOf(made.unchanged, await gz(plain, { level: 4 }), "gzip") } : made
}

/** Sends the smallest accepted encoding, or 304. */
export const send = (page: Compressed, req: IncomingMessage, res: ServerResponse): void => {
  if (page.status === 200 && req.headers["if-none-match"] === page.etag) return void res.writeHead(304, page.unchanged).end()
  const accepted = String(req.headers["accept-encoding"] ?? "")
  const form = (page.br && /\bbr\b/.test(accepted) ? page.br : page.gzip && /\bgzip\b/.test(accepted) ? page.gzip : undefined) ?? page.plain
  res.writeHead(page.status, form.headers).end(req.method === "HEAD" ? undefined : form.body)
}
