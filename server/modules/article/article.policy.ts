import type { Ctx, LoggedIn } from "../../context"
import { forbidden } from "../../errors"
import { requireUnpunished } from "../punishment/punishment.policy"
import { readUserGroups } from "../user/user.usecases"
import type { ArticleRow } from "./article.repository"

/**
 * May the person publish? Any group's right is enough; a review only if every group that allows it demands one
 * (docs/reference/api.md 6.2). Staff need neither.
 */
export const requirePublishRight = async (ctx: LoggedIn): Promise<{ review: boolean }> => {
  await requireUnpunished(ctx, ctx.user.id, "article")
  if (ctx.may("POST /article")) return { review: false }
  const allowing = (await readUserGroups(ctx)).group.filter((group) => group.enable_article)
  if (!allowing.length) throw forbidden("您没有权限发布文章")
  return { review: allowing.every((group) => group.enable_article_approval) }
}

export const owns = (ctx: Pick<Ctx, "user">, row: Pick<ArticleRow, "user_id">): boolean => ctx.user !== null && ctx.user.id === row.user_id
