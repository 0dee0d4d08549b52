import { ErrorCode } from "@/lib/contract/error-code"
import type { LoggedIn, Services } from "@/server/context"
import { AppError, forbidden, tooMany } from "@/server/errors"
import { settingsOf } from "../../site/settings/settings.usecases"
import { lockUploadsOf, unusedBytes } from "./quota.repository"
import { addUnfinished, unfinishedUploads } from "./unfinished-upload.repository"

/* Quotas for a user's pending uploads. Files that became documents do not count; user 1 has no quota. 0 in a setting = unlimited. */

const megabyte = 1024 * 1024

/**
 * Rejects an upload that would leave less than the disk reserve, which running work and the database need. `size` is the number of incoming
 * bytes. @throws 507
 */
export const requireDiskSpace = async (app: Services, size: number): Promise<void> => {
  const { free_space_reserve } = await settingsOf(app, "security")
  if (!free_space_reserve) return
  const free = await app.freeSpace()
  if (free - size >= free_space_reserve * megabyte) return
  app.log.warn({ free_megabytes: Math.floor(free / megabyte) }, "磁盘剩余空间少于留出的空间，不再接收上传")
  throw new AppError(ErrorCode.dataLoss, "服务器剩余空间不足，暂时不能上传，请稍后再试或联系管理员")
}

/** Counts an upload against the user's hourly limit. @throws 429 */
const countUpload = async (ctx: LoggedIn): Promise<void> => {
  const { uploads_per_hour } = await settingsOf(ctx.app, "security")
  if (!uploads_per_hour || ctx.user.root) return
  try {
    await ctx.app.admit("uploads", { points: uploads_per_hour, seconds: 3_600, by: "person" }, ctx)
  } catch (error) {
    if (!(error instanceof AppError) || !error.retryAfter) throw error
    throw tooMany(error.retryAfter, `上传得太快了，每人每小时最多 ${uploads_per_hour} 份，请稍后再试`)
  }
}

/** Rejects a file that would exceed the user's quota for unused files. Exact only under the lock that `lockUploadsOf` takes. @throws 403 */
const requireRoom = async (ctx: LoggedIn, size: number, counted?: string): Promise<void> => {
  const { max_unused_megabytes } = await settingsOf(ctx.app, "security")
  if (!max_unused_megabytes || ctx.user.root) return
  const [unused, unfinished] = [await unusedBytes(ctx.db, ctx.user.id), await unfinishedUploads(ctx.db, ctx.user.id, ctx.now(), counted)]
  if (unused + unfinished.bytes + size > max_unused_megabytes * megabyte)
    throw forbidden(`你上传后还没有提交的文件太多（每人最多 ${max_unused_megabytes} MB），请先提交，或等一天后自动清除`)
}

/** Checks the limits before a file is sent in one request; `size` as far as known. @throws 403, 429, 507 */
export const admitUpload = async (ctx: LoggedIn, size: number): Promise<void> => {
  await requireDiskSpace(ctx.app, size)
  await requireRoom(ctx, size)
  await countUpload(ctx)
}

/** Checks the same before a resumable upload begins, and counts its bytes from now on. @throws 403, 429, 507 */
export const beginUnfinished = async (
  ctx: LoggedIn,
  upload: { id: string; size: number; length: number | null; file_name: string; md5: string; expires_at: Date },
): Promise<void> => {
  await requireDiskSpace(ctx.app, upload.size)
  await ctx.tx(async (ctx) => {
    await lockUploadsOf(ctx.db, ctx.user.id)
    const { max_unfinished_uploads: most } = await settingsOf(ctx.app, "security")
    if (most && !ctx.user.root && (await unfinishedUploads(ctx.db, ctx.user.id, ctx.now())).count >= most)
      throw forbidden(`你有 ${most} 份文件还没有传完，请先传完或取消它们，或等一天后自动清除`)
    await requireRoom(ctx, upload.size)
    await countUpload(ctx)
    await addUnfinished(ctx.db, { ...upload, user_id: ctx.user.id })
  })
}

/**
 * Checks the quota in the transaction that adds a file of this size. `upload`: the resumable upload that it came from, which was counted.
 * @throws 403
 */
export const settleUpload = async (ctx: LoggedIn, size: number, upload?: string): Promise<void> => {
  await lockUploadsOf(ctx.db, ctx.user.id)
  await requireRoom(ctx, size, upload)
}
