import { AttachmentType } from "@/lib/contract/library/attachment.enums"
import type { LoggedIn } from "@/server/context"
import { pageOf } from "@/server/db/listing"
import { invalid, notFound } from "@/server/errors"
import { changeContent, changeFile, discardUnused } from "../files/attachments.usecases"
import { findAttachment, listAttachments, type AttachmentFilter } from "./staff.repository"

type AttachmentDetails = NonNullable<Awaited<ReturnType<typeof findAttachment>>>
const shownOf = (row: AttachmentDetails) => ({ ...row, type_name: AttachmentType.labelOf(row.type) })

const getAttachment = async (ctx: LoggedIn, id: number): Promise<AttachmentDetails> => {
  const row = await findAttachment(ctx.db, id)
  if (!row) throw notFound("附件不存在")
  return row
}

/** Returns a page of the received files, including banned ones. */
export const readAttachments = async (ctx: LoggedIn, input: AttachmentFilter & { page?: number; size?: number; limit?: number }) => {
  const { rows, total } = await listAttachments(ctx.db, input, pageOf(input, 100))
  return { total, attachment: rows.map(shownOf) }
}

/** Returns one file. Throws 404. */
export const readAttachment = async (ctx: LoggedIn, { id }: { id: number }) => shownOf(await getAttachment(ctx, id))

type Change = { id: number; name?: string; enable?: boolean; description?: string }

/**
 * Renames or describes a file, or bans its content. A ban applies to the bytes, regardless of the uploader: they cannot be uploaded again,
 * and images of them are no longer served. Throws 404.
 */
export const changeAttachment = (ctx: LoggedIn, { id, enable, ...noted }: Change) =>
  ctx.tx(async (ctx) => {
    const { sha256, enable: before } = await getAttachment(ctx, id)
    await changeFile(ctx, id, { ...noted, updated_at: ctx.now() })
    if (enable !== undefined && enable !== before) await changeContent(ctx, sha256, { enable, updated_at: ctx.now() })
    return {}
  })

/**
 * Removes uploads that are not in use; the sweep deletes their files. Any file that is in use, unknown or banned rejects the whole request
 * (400).
 */
export const removeAttachments = (ctx: LoggedIn, { id }: { id: number[] }) =>
  ctx.tx(async (ctx) => {
    const ids = [...new Set(id)]
    const removed = await discardUnused(ctx, ids, ctx.now())
    if (removed < ids.length) throw invalid("附件由系统管理，只能删除还没有用上的上传文件；违规的可以标为不合法")
    return {}
  })
