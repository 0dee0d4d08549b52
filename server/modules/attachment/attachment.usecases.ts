import { rm } from "node:fs/promises"
import { AttachmentType, supportedExtensions } from "../../../lib/contract/enums"
import type { Ctx, LoggedIn } from "../../context"
import { conflict, invalid } from "../../http/errors"
import { ConversionError } from "../../ports/converter/converter.port"
import { settingsOf } from "../config/config.usecases"
import { requireUploadRight } from "../user/user.usecases"
import { attachmentTable } from "./attachment.table"
import { requireFileName, type Received } from "./receive"
import { and, eq } from "drizzle-orm"

export type AttachmentRow = typeof attachmentTable.$inferSelect

/** Where a content lies, by its SHA-256; equal contents share one file. */
export const fileKey = (sha256: string, ext: string): string => `files/${sha256.slice(0, 2)}/${sha256}${ext}`

/** Right, name and type, before a single byte is taken. `size` in bytes where the sender says it. */
export const admitDocumentFile = async (ctx: LoggedIn, fileName: string): Promise<{ name: string; ext: string; megabytes: number }> => {
  await requireUploadRight(ctx)
  const { name, ext } = requireFileName(fileName)
  const { max_document_size, document_allowed_ext } = await settingsOf(ctx.app, "security")
  const allowed = document_allowed_ext.length ? document_allowed_ext : supportedExtensions
  if (!supportedExtensions.includes(ext) || !allowed.includes(ext)) throw invalid(`不支持的文档类型${ext ? `：${ext}` : ""}，请查看支持的格式后重新选择`)
  return { name, ext, megabytes: max_document_size }
}

/**
 * Takes a received file over: content is looked at, stored durably, and only then does its row exist,
 * so that whoever is told "received" finds it after any crash.
 */
export const keepDocumentFile = async (ctx: LoggedIn, fileName: string, file: Received, expectedMd5?: string): Promise<AttachmentRow> => {
  try {
    const { name, ext } = await admitDocumentFile(ctx, fileName)
    if (expectedMd5 && expectedMd5.toLowerCase() !== file.md5) throw invalid("文件在传输中损坏，请重新上传")
    await inspectContent(ctx, file, ext)
    const banned = await ctx.db.$count(attachmentTable, and(eq(attachmentTable.sha256, file.sha256), eq(attachmentTable.enable, false)))
    if (banned) throw conflict("文件已被标记为非法文件，禁止上传")
    const key = fileKey(file.sha256, ext)
    await ctx.app.storage.take(key, file.path, true)
    const [row] = await ctx.db
      .insert(attachmentTable)
      .values({ sha256: file.sha256, hash: file.md5, user_id: ctx.user.id, type: AttachmentType.document, path: `/${key}`, name, size: file.size, ext, ip: ctx.request.ip })
      .returning()
    return row!
  } finally {
    await rm(file.path, { force: true })
  }
}

const inspectContent = async (ctx: Ctx, file: Received, ext: string) => {
  try {
    await ctx.app.converter.inspect(file.path, ext)
  } catch (error) {
    throw error instanceof ConversionError ? invalid(error.message) : error
  }
}
