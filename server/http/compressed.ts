import { createHash } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"

const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

/** An answer in every form a browser may ask for, made once. */
export type Compressed = { status: number; headers: Record<string, string>; etag: string; plain: Buffer; gzip?: Buffer; br?: Buffer; bytes: number }

/** Below this a compressed form saves nothing. */
const worthIt = 1_000

export const compress = async (status: number, headers: Record<string, string>, plain: Buffer, quality = 5): Promise<Compressed> => {
  const etag = `"${createHash("sha1").update(plain).digest("base64url")}"`
  if (plain.length < worthIt) return { status, headers, etag, plain, bytes: plain.length }
  const [zipped, br] = await Promise.all([gz(plain, { level: 6 }), brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })])
  return { status, headers, etag, plain, gzip: zipped, br, bytes: plain.length + zipped.length + br.length }
}

/** Sends the smallest form the browser understands, or 304. */
export const send = (page: Compressed, req: IncomingMessage, res: ServerResponse): void => {
  const accepted = String(req.headers["accept-encoding"] ?? "")
  const encoding = page.br && /\bbr\b/.test(accepted) ? "br" : page.gzip && /\bgzip\b/.test(accepted) ? "gzip" : undefined
  const body = encoding === "br" ? page.br! : encoding === "gzip" ? page.gzip! : page.plain
  const vary = [page.headers.vary, "accept-encoding"].filter(Boolean).join(", ")
  const headers: Record<string, string | number> = { ...page.headers, vary, etag: page.etag }
  if (page.status === 200 && req.headers["if-none-match"] === page.etag) return void res.writeHead(304, headers).end()
  if (encoding) headers["content-encoding"] = encoding
  headers["content-length"] = body.length
  res.writeHead(page.status, headers).end(req.method === "HEAD" ? undefined : body)
}
