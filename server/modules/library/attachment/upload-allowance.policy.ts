import { and, eq, gt, gte } from "drizzle-orm"
import { AttachmentType } from "@/lib/contract/library/attachment.enums"
import type { LoggedIn } from "@/server/context"
import { dayStart } from "@/lib/rules/day"
import { forbidden } from "@/server/errors"
import { attachmentTable as t } from "../files/attachment.table"
import { settingsOf } from "../../site/settings/settings.usecases"

/**
 * Counts this user's files that became documents today, including deleted ones: a deleted attachment is only marked, and kept for a day.
 */
const uploadsToday = (ctx: LoggedIn): Promise<number> =>
  ctx.db.$count(
    t,
    and(eq(t.user_id, ctx.user.id), eq(t.type, AttachmentType.document), gt(t.type_id, 0), gte(t.updated_at, dayStart(ctx.now()))),
  )

/** Returns how many documents the user may still upload today; null = unlimited, as for user 1. */
export const uploadsLeft = async (ctx: LoggedIn): Promise<{ max: number; left: number } | null> => {
  const { upload_every_day } = await settingsOf(ctx.app, "security")
  if (!upload_every_day || ctx.user.root) return null
  return { max: upload_every_day, left: Math.max(0, upload_every_day - (await uploadsToday(ctx))) }
}

/** Enforces the daily limit. Call it under the user's lock. */
export const requireUploadsLeft = async (ctx: LoggedIn, adding: number): Promise<void> => {
  const allowance = await uploadsLeft(ctx)
  if (!allowance || adding <= allowance.left) return
  throw forbidden(
    allowance.left
      ? `你今天还能上传 ${allowance.left} 份文档（每天最多 ${allowance.max} 份），请分几天上传`
      : `你今天上传的文档已达上限（${allowance.max} 份），明天再来吧`,
  )
}
