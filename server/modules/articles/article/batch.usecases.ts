import { ContentKind } from "@/lib/contract/library/content.enums"
import type { LoggedIn } from "@/server/context"
import { moveCounts, requireLineage } from "../../library/category/counts.usecases"
import { listCategoriesOf, lockArticles, recommendArticleRows, replaceCategories } from "./article.repository"

/* Bulk changes of articles by staff. Deleted and unknown articles are left unchanged (docs/reference/api.md 2.6). */

/** Recommends articles that are not recommended yet, or withdraws the recommendation. */
export const recommendArticles = (ctx: LoggedIn, { article_id, is_recommend }: { article_id: number[]; is_recommend: boolean }) =>
  ctx.tx(async (ctx) => {
    const rows = await lockArticles(ctx.db, article_id)
    await recommendArticleRows(
      ctx.db,
      rows.map((row) => row.id),
      is_recommend ? ctx.now() : null,
    )
    for (const row of rows) await ctx.changed("article", row.identifier)
    return {}
  })

/** Replaces the categories with the chosen ones and their ancestors, and updates the counts. */
export const setArticlesCategory = (ctx: LoggedIn, { article_id, category_id }: { article_id: number[]; category_id: number[] }) =>
  ctx.tx(async (ctx) => {
    const lineage = await requireLineage(ctx, category_id, ContentKind.article)
    const rows = await lockArticles(ctx.db, article_id)
    if (!rows.length) return {}
    const ids = rows.map((row) => row.id)
    const before = (await listCategoriesOf(ctx.db, ids)).map((category) => category.id)
    await replaceCategories(ctx.db, ids, lineage)
    await moveCounts(
      ctx,
      before,
      ids.flatMap(() => lineage),
    )
    for (const row of rows) await ctx.changed("article", row.identifier)
    return {}
  })
