import { createHash } from "node:crypto"
import { rm } from "node:fs/promises"
import { and, eq } from "drizzle-orm"
import { AttachmentType } from "@/lib/contract/library/attachment.enums"
import { streams } from "@/lib/contract/streams"
import { pictureMegabytes, type PictureKind } from "@/lib/rules/library/picture-rules"
import type { Ctx, LoggedIn } from "@/server/context"
import { forbidden, invalid } from "@/server/errors"
import { attachmentTable } from "../files/attachment.table"
import { type AttachmentRow, addAttachment, markAttachments, isBannedBlob } from "../files/attachments.usecases"
import { storeBlob } from "../files/blob-work.usecases"
import { pictureKey, picturePath } from "../files/storage-keys.rules"
import { updateUser } from "../../people/user/people.usecases"
import { type StoredPictureUse, redrawPicture } from "./picture-drawing.usecases"
import { mayUploadPicture } from "./picture.policy"
import { requireFileName, type ReceivedFile } from "./incoming-file.usecases"

/** Document covers are stored with the type of category covers (docs/reference/specification.md 3). */
const typeOf = (kind: PictureKind): number => AttachmentType[kind === "cover" ? "category" : kind]

/** Checks the permission before the body is read. */
export const requirePictureUpload = async (ctx: LoggedIn, kind: PictureKind): Promise<void> => {
  if (!(await mayUploadPicture(ctx, kind))) throw forbidden(`你没有权限访问【${streams[`POST /upload/${kind}`].title}】`)
}

/** Checks the part's name before its content is read. Returns the size limit in MB. */
export const admitPictureFile = async (kind: PictureKind, fileName: string): Promise<{ megabytes: number }> => {
  requireFileName(fileName)
  return { megabytes: pictureMegabytes(kind) }
}

/**
 * Keeps a received image: re-encodes it, stores it durably, and only then adds its row (docs/reference/api.md 1.9).
 * The row's sha256, hash and size describe the stored image, not the upload. An avatar is set for the user at once.
 */
export const keepPicture = (ctx: LoggedIn, kind: PictureKind, fileName: string, file: ReceivedFile, use: StoredPictureUse = kind) =>
  keepPictureOf(ctx, ctx.user.id, kind, fileName, file, use)

/** Keeps an image on behalf of a user without a session, for a job that downloads images in the user's text. */
export const keepPictureOf = async (
  ctx: Ctx,
  owner: number,
  kind: PictureKind,
  fileName: string,
  file: ReceivedFile,
  use: StoredPictureUse = kind,
): Promise<AttachmentRow> => {
  try {
    const { name } = requireFileName(fileName)
    if (file.size === 0) throw invalid("这是一个空文件，请重新选择")
    const { content, width, height, ext } = await redrawPicture(ctx, file.path, use)
    const sha256 = createHash("sha256").update(content).digest("hex")
    if (await isBannedBlob(ctx.app, sha256)) throw invalid("文件已被标记为非法文件，禁止上传")
    const hash = createHash("md5").update(content).digest("hex")
    const row = {
      sha256,
      hash,
      user_id: owner,
      type: typeOf(kind),
      path: picturePath(sha256, ext),
      name,
      size: content.length,
      width,
      height,
      ext,
      ip: ctx.request.ip,
    }
    const key = pictureKey(sha256, ext)
    return await storeBlob(
      ctx,
      { sha256, key },
      () => ctx.app.storage.put(key, content, true),
      async (ctx) => {
        if (kind === "avatar") await putOn(ctx, row.user_id, row.path)
        return addAttachment(ctx, { ...row, type_id: kind === "avatar" ? row.user_id : 0 })
      },
    )
  } finally {
    await rm(file.path, { force: true })
  }
}

/** Sets the user's only avatar: marks the rows of earlier ones, and the sweep deletes their files if no other row uses them. */
const putOn = async (ctx: Ctx, user_id: number, path: string) => {
  const now = ctx.now()
  await markAttachments(ctx, and(eq(attachmentTable.user_id, user_id), eq(attachmentTable.type, AttachmentType.avatar)), now)
  await updateUser(ctx, user_id, { avatar: path }, now)
  await ctx.changed("user", user_id)
}
