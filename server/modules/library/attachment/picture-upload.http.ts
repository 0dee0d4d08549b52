import { pictureMegabytes, type PictureKind } from "@/lib/rules/library/picture-rules"
import { streams, type Stream } from "@/lib/contract/streams"
import type { LoggedIn } from "@/server/context"
import { writeAudit } from "../../operations/audit/audit.usecases"
import { admitPictureFile, keepPicture, requirePictureUpload } from "./picture.usecases"
import { AppError, tooLarge } from "@/server/errors"
import { requireDiskSpace } from "./quota.usecases"
import { receivePart } from "@/server/modules/library/attachment/multipart.http"
import { sendJson } from "@/server/wire/send"
import type { HttpExchange } from "@/server/module"

const withPictureLimit = (kind: PictureKind) => (error: unknown) => {
  throw error instanceof AppError && error.status === 413 ? tooLarge(`图片超过 ${pictureMegabytes(kind)} MB 的上限，请压缩后再上传`) : error
}

/** Records uploads by staff in the audit log. */
const noteUpload = async (ctx: LoggedIn, kind: PictureKind, { id, name }: { id: number; name: string }): Promise<void> => {
  const key = `POST /upload/${kind}` as const
  const entry: Stream = streams[key]
  if (entry.permission && ctx.may(key)) await writeAudit(ctx, key, { name }, { objects: ["attachment", `attachment:${id}`], changes: [] })
}

/**
 * Serves `POST /api/v1/upload/{avatar|banner|category|cover|config|article}`: one multipart part named `file` (docs/reference/api.md 1.9).
 * `config?type=favicon` is stored as a small PNG. `errno` and `url` are for editors that expect those fields.
 */
export const servePictureUpload =
  (kind: PictureKind) =>
  async (ctx: LoggedIn, { req, res, query }: HttpExchange): Promise<void> => {
    await requirePictureUpload(ctx, kind)
    await requireDiskSpace(ctx.app, Number(req.headers["content-length"] ?? 0))
    const part = await receivePart(ctx.app, req, (name) => admitPictureFile(kind, name)).catch(withPictureLimit(kind))
    const use = kind === "config" && new URLSearchParams(query).get("type") === "favicon" ? "favicon" : kind
    const { sha256: _, deleted_at: __, ...data } = await keepPicture(ctx, kind, part.name, part.file, use)
    await noteUpload(ctx, kind, data)
    sendJson(
      res,
      200,
      kind === "article"
        ? { code: 200, message: "ok", errno: 0, data: { ...data, url: data.path, alt: data.name } }
        : { code: 200, message: "ok", data },
    )
  }
