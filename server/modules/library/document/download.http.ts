import { ErrorCode } from "@/lib/contract/error-code"
import type { IncomingMessage, ServerResponse } from "node:http"
import { pipeline } from "node:stream/promises"
import { createCtx, type Services } from "@/server/context"
import { findDownload, type LinkUse } from "./download.usecases"
import type { Range } from "@/server/ports/storage/storage.port"
import { attachmentNamed, fileHeaders } from "@/server/wire/headers"
import { sendJson } from "@/server/wire/send"

/**
 * Parses the requested byte range; "invalid" if it cannot be satisfied, null for the whole file. If-Range of another version selects the
 * whole file, because parts of different contents do not fit together.
 */
const rangeOf = ({ headers }: IncomingMessage, etag: string, size: number): Range | null | "invalid" => {
  const match = (headers["if-range"] ?? etag) === etag && /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? "")
  if (!match || (!match[1] && !match[2])) return null
  const start = match[1] ? Number(match[1]) : Math.max(0, size - Number(match[2]))
  const end = match[1] && match[2] ? Math.min(Number(match[2]), size - 1) : size - 1
  return start > end || start >= size ? "invalid" : { start, end }
}

/** A range that does not begin the file resumes an earlier download. */
const linkUseOf = ({ method, headers }: IncomingMessage): LinkUse => {
  if (method === "HEAD") return "look"
  return /^bytes=0*[1-9]\d*-/.test(headers.range ?? "") ? "resume" : "begin"
}

/** Serves `/download/{token}`: streams the file as an attachment, which is never rendered on this origin. */
export const serveDownload = async (app: Services, req: IncomingMessage, res: ServerResponse, token: string): Promise<void> => {
  const file = await findDownload(createCtx(app), token, linkUseOf(req))
  const size = file && (await app.storage.size(file.key))
  if (!file || size === null)
    return sendJson(res, 400, { code: ErrorCode.invalidArgument, message: "下载链接已失效，请回到文档页重新下载" })
  const etag = `"${file.sha256.slice(0, 32)}"`
  const range = rangeOf(req, etag, size)
  if (range === "invalid") return void res.writeHead(416, { "content-range": `bytes */${size}` }).end()
  const stored = await app.storage.open(file.key, range ?? undefined)
  if (!stored) return sendJson(res, 404, { code: ErrorCode.notFound, message: "文件不存在" })
  res.writeHead(range ? 206 : 200, {
    ...fileHeaders,
    "content-type": "application/octet-stream",
    "content-disposition": attachmentNamed(file.name),
    "content-length": range ? range.end - range.start + 1 : size,
    "accept-ranges": "bytes",
    etag,
    "cache-control": "private, no-store",
    ...(range ? { "content-range": `bytes ${range.start}-${range.end}/${size}` } : {}),
  })
  if (req.method === "HEAD") {
    stored.stream.destroy()
    return void res.end()
  }
  await pipeline(stored.stream, res).catch(() => undefined)
}
