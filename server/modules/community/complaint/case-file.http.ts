import { pipeline } from "node:stream/promises"
import { createCtx, type Services } from "@/server/context"
import { notFound } from "@/server/errors"
import type { HttpExchange } from "@/server/module"
import { attachmentNamed, fileHeaders } from "@/server/wire/headers"
import { fileKey } from "../../library/files/storage-keys.rules"
import { caseAsPdf } from "./case-pdf.usecases"
import { listProofs } from "./complaint.repository"
import { readCaseFile } from "./proof-key.rules"

const headersOf = (name: string, size: number) => ({
  ...fileHeaders,
  "content-type": "application/octet-stream",
  "content-disposition": attachmentNamed(name),
  "content-length": size,
  "cache-control": "private, no-store",
})

/** Serves `/proof/{token}`: a proof file or the PDF of a case, as an attachment, which is never rendered on this origin. */
export const serveCaseFile = async (app: Services, { req, res, path }: HttpExchange): Promise<void> => {
  if (req.method !== "GET" && req.method !== "HEAD") return void res.writeHead(405, { allow: "GET, HEAD", "content-length": 0 }).end()
  const wish = await readCaseFile(app, path.slice(path.lastIndexOf("/") + 1))
  if (!wish) throw notFound("下载链接已失效，请回到投诉重新下载")
  const ctx = createCtx(app)
  if (!wish.fileId) {
    const { name, content } = await caseAsPdf(ctx, wish.id)
    res.writeHead(200, headersOf(name, content.length))
    return void res.end(req.method === "HEAD" ? undefined : content)
  }
  const file = (await listProofs(ctx.db, wish.id)).find(({ id }) => id === wish.fileId)
  const stored = file && (await app.storage.open(fileKey(file.sha256, file.ext)))
  if (!stored) throw notFound("文件不存在")
  res.writeHead(200, headersOf(file.name, stored.size))
  if (req.method === "HEAD") {
    stored.stream.destroy()
    return void res.end()
  }
  await pipeline(stored.stream, res).catch(() => undefined)
}
