import type { IncomingMessage, ServerResponse } from "node:http"
import { streams } from "../../lib/contract/streams"
import { pictureKinds, pictureMegabytes, type PictureKind } from "../../lib/domain/picture-rules"
import type { LoggedIn } from "../context"
import { admitPictureFile, keepPicture, requirePictureUpload } from "../modules/attachment/picture.usecases"
import { AppError, tooLarge } from "../errors"
import { receivePart } from "./multipart"
import type { Admit } from "./rate-limits"
import { sendJson } from "./send"

const prefix = "/api/v1/upload/"

/** The kind of picture in such an address, null in any other. */
export const pictureKindOf = (path: string): PictureKind | null =>
  path.startsWith(prefix) ? (pictureKinds.find((kind) => path.length === prefix.length + kind.length && path.endsWith(kind)) ?? null) : null

const inPictureWords = (kind: PictureKind) => (error: unknown) => {
  throw error instanceof AppError && error.status === 413 ? tooLarge(`图片超过 ${pictureMegabytes(kind)} MB 的上限，请压缩后再上传`) : error
}

/**
 * `POST /api/v1/upload/{avatar|banner|category|config|article}`: one multipart part named `file` (docs/reference/api.md 1.9).
 * `config?type=favicon` is kept as a small PNG. `errno` and `url` are for editors that read those words.
 */
export const servePictureUpload = async (
  admit: Admit,
  ctx: LoggedIn,
  kind: PictureKind,
  req: IncomingMessage,
  res: ServerResponse,
  query: string,
): Promise<void> => {
  await requirePictureUpload(ctx, kind)
  const key = `POST /upload/${kind}` as const
  await admit(key, streams[key].limit, ctx)
  const part = await receivePart(ctx.app, req, (name) => admitPictureFile(kind, name)).catch(inPictureWords(kind))
  const use = kind === "config" && new URLSearchParams(query).get("type") === "favicon" ? "favicon" : kind
  const { id, hash, size, name, ext, path, width, height } = await keepPicture(ctx, kind, part.name, part.file, use)
  const data = { id, hash, size, name, ext, path, width, height }
  sendJson(
    res,
    200,
    kind === "article"
      ? { code: 200, message: "ok", errno: 0, data: { ...data, url: path, alt: name } }
      : { code: 200, message: "ok", data },
  )
}
