import type { LoggedIn } from "@/server/context"
import { forbidden } from "@/server/errors"
import { requireUnpunished } from "../punishment/punishment.policy"
import { listGroups } from "./membership.usecases"

/* Rights that a user's groups grant through flags. */

/**
 * Requires the right to upload: any group may grant it, unless a punishment forbids uploading (docs/reference/api.md 6.2). Returns whether
 * uploads need a review.
 */
export const requireUploadRight = async (ctx: LoggedIn): Promise<{ review: boolean }> => {
  await requireUnpunished(ctx, ctx.user.id, "upload")
  const groups = await listGroups(ctx, ctx.user.id)
  if (!ctx.user.root && !groups.some((group) => group.enable_upload)) throw forbidden("没有权限上传文档")
  return { review: !ctx.user.root && groups.length > 0 && groups.every((group) => group.enable_document_review) }
}

/**
 * Requires the right to publish. One group that grants it is enough; a review is needed only if every group that grants it demands one
 * (docs/reference/api.md 6.2). Staff need neither.
 */
export const requirePublishRight = async (ctx: LoggedIn): Promise<{ review: boolean }> => {
  await requireUnpunished(ctx, ctx.user.id, "article")
  if (ctx.may("POST /article")) return { review: false }
  const allowing = (await listGroups(ctx, ctx.user.id)).filter((group) => group.enable_article)
  if (!allowing.length) throw forbidden("你没有权限发布文章")
  return { review: allowing.every((group) => group.enable_article_approval) }
}

/** Requires the right to import articles from other sites: granted by a group or by the permission (docs/decisions/103). */
export const requireCrawlRight = async (ctx: LoggedIn): Promise<void> => {
  await requireUnpunished(ctx, ctx.user.id, "article")
  if (ctx.may("POST /article/crawl")) return
  if (!(await listGroups(ctx, ctx.user.id)).some((group) => group.enable_article_crawl)) throw forbidden("你没有权限采集文章")
}
