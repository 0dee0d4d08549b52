import { ReviewStatus } from "@/lib/contract/library/content.enums"
import type { Ctx } from "@/server/context"
import { withPlainCode } from "@/server/ports/sanitizer/plain-code"
import { createViewCounts, foldViews } from "@/server/modules/operations/daily-count/view-counts.usecases"
import { ViewKind } from "../../operations/daily-count/view-tally.table"
import { readArticle } from "./article.usecases"
import { addViews } from "./view.repository"

const views = createViewCounts(ViewKind.article)

/** Writes the buffered views. */
export const flushArticleViews = views.flush

/** Adds the tallied views to the articles. */
export const foldArticleViews = (ctx: Ctx): Promise<void> => foldViews(ctx, ViewKind.article, addViews)

/**
 * Reads an article. A client that requests a public article by identifier displays it, which counts as a view unless it only prefetches.
 * Only page rendering gets highlighted code.
 */
export const openArticle = async (ctx: Ctx, input: { id?: number; identifier?: string }) => {
  const article = await readArticle(ctx, input)
  if (input.identifier && !ctx.request.prefetch && article.status === ReviewStatus.approved) await views.count(ctx, article.id)
  return ctx.request.rendering ? article : { ...article, content: withPlainCode(article.content) }
}
