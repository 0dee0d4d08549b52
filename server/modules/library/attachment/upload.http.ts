import type { LoggedIn } from "@/server/context"
import { admitDocumentFile, keepDocumentFile } from "./attachment.usecases"
import { admitUpload } from "./quota.usecases"
import { receivePart } from "@/server/modules/library/attachment/multipart.http"
import { sendJson } from "@/server/wire/send"
import type { HttpExchange } from "@/server/module"

/**
 * Serves `POST /api/v1/upload/document`: one multipart part named `file`, streamed to disk (docs/reference/api.md 1.9). The response never
 * reveals the storage location.
 */
export const serveDocumentUpload = async (ctx: LoggedIn, { req, res }: HttpExchange): Promise<void> => {
  const part = await receivePart(ctx.app, req, async (name) => {
    const admitted = await admitDocumentFile(ctx, name)
    const declared = req.headers["content-length"]
    // a body without a length may become as large as any
    await admitUpload(ctx, declared === undefined ? admitted.megabytes * 1024 * 1024 : Number(declared))
    return admitted
  })
  const row = await keepDocumentFile(ctx, part.name, part.file)
  sendJson(res, 200, {
    code: 200,
    message: "ok",
    data: { id: row.id, hash: row.hash, size: row.size, name: row.name, ext: row.ext },
  })
}
