import { ReviewStatus } from "@/lib/contract/library/content.enums"
import type { Ctx, LoggedIn } from "@/server/context"
import { forbidden } from "@/server/errors"
import { requireUnpunished } from "../../people/punishment/punishment.policy"
import { settingsOf } from "../../site/settings/settings.usecases"
import { readUserGroups } from "../../people/user/user.usecases"
import { lastCommentAt, type CommentRow } from "./comment.repository"

/**
 * Checks the right to comment and returns the initial status. One group's right is enough; a review is needed only if every group requires
 * it (docs/reference/api.md 6.2).
 */
export const requireCommentRight = async (ctx: LoggedIn): Promise<{ status: number }> => {
  await requireUnpunished(ctx, ctx.user.id, "comment")
  const { group } = await readUserGroups(ctx)
  if (!ctx.user.root && !group.some((one) => one.enable_comment)) throw forbidden("你所在用户组不允许评论")
  const free = ctx.may("POST /comment/check") || group.some((one) => !one.enable_comment_approval)
  return { status: free ? ReviewStatus.approved : ReviewStatus.pending }
}

/** Enforces the pause between two comments of a user (setting, in seconds). */
export const requirePause = async (ctx: Ctx, userId: number): Promise<void> => {
  const { comment_interval } = await settingsOf(ctx.app, "security")
  const last = comment_interval > 0 ? await lastCommentAt(ctx.db, userId) : null
  // A clock that was set back must not extend the pause.
  const left = last ? Math.min(comment_interval, Math.ceil(comment_interval - (ctx.now().getTime() - last.getTime()) / 1000)) : 0
  if (left > 0) throw forbidden(`评论得太快，${left} 秒后再试`)
}

export const mayDelete = (ctx: Ctx, row: Pick<CommentRow, "user_id">): boolean => row.user_id === ctx.user?.id || ctx.may("DELETE /comment")
