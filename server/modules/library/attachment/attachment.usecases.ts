import { rm } from "node:fs/promises"
import { and, eq } from "drizzle-orm"
import { supportedExtensions } from "@/lib/contract/library/document.formats"
import { AttachmentType } from "@/lib/contract/library/attachment.enums"
import type { Ctx, LoggedIn } from "@/server/context"
import { conflict, invalid } from "@/server/errors"
import { ConversionError } from "@/server/ports/converter/converter.port"
import { attachmentTable } from "../files/attachment.table"
import { addAttachment, type AttachmentRow } from "../files/attachments.usecases"
import { storeBlob } from "../files/blob-work.usecases"
import { fileKey } from "../files/storage-keys.rules"
import { settingsOf } from "../../site/settings/settings.usecases"
import { requireUploadRight } from "../../people/user/rights.policy"
import { settleUpload } from "./quota.usecases"
import { completeUnfinished } from "./unfinished-upload.repository"
import { requireCleanFile } from "./virus.usecases"
import { requireFileName, type ReceivedFile } from "./incoming-file.usecases"

/** Checks the right, name and type before the body is read. */
export const admitDocumentFile = async (ctx: LoggedIn, fileName: string): Promise<{ name: string; ext: string; megabytes: number }> => {
  await requireUploadRight(ctx)
  const { name, ext } = requireFileName(fileName)
  const { max_document_size, document_allowed_ext } = await settingsOf(ctx.app, "security")
  const allowed = document_allowed_ext.length ? document_allowed_ext : supportedExtensions
  if (!supportedExtensions.includes(ext) || !allowed.includes(ext))
    throw invalid(`不支持的文档类型${ext ? `：${ext}` : ""}，请查看支持的格式后重新选择`)
  return { name, ext, megabytes: max_document_size }
}

/**
 * Keeps a received file: checks the content, stores it durably, and only then adds its row, so that an acknowledged file survives any
 * crash. `upload`: the resumable upload that it came from.
 */
export const keepDocumentFile = async (
  ctx: LoggedIn,
  fileName: string,
  file: ReceivedFile,
  { expectedMd5, upload }: { expectedMd5?: string; upload?: string } = {},
): Promise<AttachmentRow> => {
  try {
    const { name, ext } = await admitDocumentFile(ctx, fileName)
    if (expectedMd5 && expectedMd5.toLowerCase() !== file.md5) throw invalid("文件在传输中损坏，请重新上传")
    await requireAllowedBlob(ctx, file.sha256)
    await requireCleanFile(ctx, file, { name, ext, type: AttachmentType.document })
    await inspectFile(ctx, file, ext)
    await requireAllowedBlob(ctx, file.sha256)
    const { sha256, md5: hash, size } = file
    const key = fileKey(sha256, ext)
    return await storeBlob(
      ctx,
      { sha256, key },
      () => ctx.app.storage.take(key, file.path, true),
      async (ctx) => {
        await requireAllowedBlob(ctx, sha256)
        await settleUpload(ctx, size, upload)
        const row = await addDocumentFile(ctx, { sha256, hash, size, name, ext, user_id: ctx.user!.id })
        if (upload) await completeUnfinished(ctx.db, upload, row.id)
        return row
      },
    )
  } finally {
    await rm(file.path, { force: true })
  }
}

/** Rejects banned content. */
export const requireAllowedBlob = async (ctx: Ctx, sha256: string): Promise<void> => {
  const banned = await ctx.db.$count(attachmentTable, and(eq(attachmentTable.sha256, sha256), eq(attachmentTable.enable, false)))
  if (banned) throw conflict("文件已被标记为非法文件，禁止上传")
}

type StoredFile = { sha256: string; hash: string; size: number; name: string; ext: string; user_id: number }

/** Adds the row of a stored file, which belongs to this user and to no document yet. */
export const addDocumentFile = async (ctx: Ctx, file: StoredFile): Promise<AttachmentRow> => {
  const now = ctx.now()
  return addAttachment(ctx, {
    ...file,
    type: AttachmentType.document,
    path: `/${fileKey(file.sha256, file.ext)}`,
    ip: ctx.request.ip,
    created_at: now,
    updated_at: now,
  })
}

/** Inspects the content before anything is created from it. @throws 400 the sentence why it cannot be converted */
export const inspectFile = async (ctx: Ctx, file: ReceivedFile, ext: string) => {
  try {
    await ctx.app.converter.inspect(file.path, ext)
  } catch (error) {
    throw error instanceof ConversionError ? invalid(error.message) : error
  }
}
