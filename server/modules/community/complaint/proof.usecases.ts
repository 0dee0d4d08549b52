import { open, rm } from "node:fs/promises"
import { complaintLimits, proofExtensions } from "@/lib/contract/community/complaint.enums"
import { AttachmentType } from "@/lib/contract/library/attachment.enums"
import type { Ctx } from "@/server/context"
import { invalid, tooMany } from "@/server/errors"
import { requireFileName, type ReceivedFile } from "../../library/attachment/incoming-file.usecases"
import { requireCleanFile } from "../../library/attachment/virus.usecases"
import { addAttachment } from "../../library/files/attachments.usecases"
import { storeBlob } from "../../library/files/blob-work.usecases"
import { fileKey } from "../../library/files/storage-keys.rules"
import { unusedProofBytes } from "./complaint.repository"
import { proofKey } from "./proof-key.rules"
import { isProofContent, isProofExtension, proofHeadBytes } from "./proof-type.rules"

const types = proofExtensions.map((ext) => ext.slice(1).toUpperCase()).join("、")

/** Checks name and type before the content is read. Returns the size limit in MB. */
export const admitProof = async (fileName: string) => {
  const { name, ext } = requireFileName(fileName)
  if (!isProofExtension(ext)) throw invalid(`证明材料可以是 ${types}`)
  return { name, ext, megabytes: complaintLimits.megabytes }
}

const megabyte = 1024 * 1024

/**
 * Refuses a proof file while too many belong to no complaint: they come without an account, so no user's quota limits them, and many networks
 * together could fill the disk within the day after which they are removed. @throws 429
 */
export const requireProofRoom = async (ctx: Ctx): Promise<void> => {
  const { megabytes, unusedMegabytes } = complaintLimits
  if ((await unusedProofBytes(ctx.db)) + megabytes * megabyte <= unusedMegabytes * megabyte) return
  ctx.app.log.warn({ megabytes: unusedMegabytes }, "没有提交的证明材料太多，不再接收")
  throw tooMany(3_600, "网站现在收到的证明材料太多，请过一小时再传；材料不是必填的，也可以先提交投诉")
}

const readHead = async (path: string): Promise<Buffer> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(proofHeadBytes), 0, proofHeadBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Keeps a received proof file until it is submitted with a complaint; otherwise the sweep removes it after a day. */
export const keepProof = async (ctx: Ctx, fileName: string, file: ReceivedFile): Promise<{ key: string; name: string; size: number }> => {
  try {
    const { name, ext } = await admitProof(fileName)
    if (!isProofContent(ext, await readHead(file.path))) throw invalid(`《${name}》的内容不是 ${ext.slice(1).toUpperCase()}，请重新选择`)
    await requireCleanFile(ctx, file, { name, ext, type: AttachmentType.complaint })
    const { sha256, md5: hash, size } = file
    const key = fileKey(sha256, ext)
    const now = ctx.now()
    const row = await storeBlob(
      ctx,
      { sha256, key },
      () => ctx.app.storage.take(key, file.path, true),
      (ctx) =>
        addAttachment(ctx, {
          ...{ sha256, hash, size, name, ext, user_id: 0, type: AttachmentType.complaint, path: `/${key}`, ip: ctx.request.ip },
          created_at: now,
          updated_at: now,
        }),
    )
    return { key: await proofKey(ctx.app, row.id), name, size }
  } finally {
    await rm(file.path, { force: true })
  }
}
