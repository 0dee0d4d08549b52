import { createHash } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"

const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

type Headers = Record<string, string | number>
/** One encoding of an answer with precomputed headers: computing them costs more than sending a small body. */
type Form = { headers: Headers; body: Buffer }
/** An answer in every encoding, made once. */
export type Compressed = { status: number; etag: string; bytes: number; plain: Form; gzip?: Form; br?: Form; unchanged: Headers }

/** Smaller answers are not compressed. */
const worthIt = 1_000

export const compress = async (status: number, headers: Record<string, string>, plain: Buffer, quality = 5): Promise<Compressed> => {
  const etag = `"${createHash("sha1").update(plain).digest("base64url")}"`
  const unchanged = { ...headers, vary: [headers.vary, "accept-encoding"].filter(Boolean).join(", "), etag }
  const form = (body: Buffer, encoding?: string): Form => ({
    body,
    headers: { ...unchanged, ...(encoding ? { "content-encoding": encoding } : {}), "content-length": body.length },
  })
  if (plain.length < worthIt) return { status, etag, bytes: plain.length, plain: form(plain), unchanged }
  const [zipped, br] = await Promise.all([
    gz(plain, { level: 6 }),
    brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  ])
  return {
    status,
    etag,
    bytes: plain.length + zipped.length + br.length,
    plain: form(plain),
    gzip: form(zipped, "gzip"),
    br: form(br, "br"),
    unchanged,
  }
}

/** Sends the smallest accepted encoding, or 304. */
export const send = (page: Compressed, req: IncomingMessage, res: ServerResponse): void => {
  if (page.status === 200 && req.headers["if-none-match"] === page.etag) return void res.writeHead(304, page.unchanged).end()
  const accepted = String(req.headers["accept-encoding"] ?? "")
  const form = (page.br && /\bbr\b/.test(accepted) ? page.br : page.gzip && /\bgzip\b/.test(accepted) ? page.gzip : undefined) ?? page.plain
  res.writeHead(page.status, form.headers).end(req.method === "HEAD" ? undefined : form.body)
}
