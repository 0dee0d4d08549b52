import type { Ctx, LoggedIn } from "@/server/context"
import { listDeletedIds, lockDeleted } from "@/server/db/recycled"
import { raiseCounts } from "../../library/category/counts.usecases"
import { purgeFilesJob } from "../../library/files/files.jobs"
import { lockPeople } from "../../money/ledger/locks.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { changeUserCounts } from "../../people/user/people.usecases"
import { changeArticles, listArticles, listCategoriesOf, type ArticleFilter, type ArticleRow } from "./article.repository"
import { articleTable } from "./article.table"
import { withRelations } from "./article.usecases"
import { purgeArticleRows } from "./recycle.repository"

/* The recycle bin of articles, for staff (docs/reference/api.md 2.6, 6.5). */

const dayMs = 86_400_000

/** Lists deleted articles, latest deletion first, each with the time when it is permanently deleted; without content. */
export const readRecycledArticles = async (ctx: LoggedIn, filter: ArticleFilter) => {
  const [{ rows, total }, { recycle_days }] = await Promise.all([
    listArticles(ctx.db, { ...filter, deleted: true }),
    settingsOf(ctx.app, "security"),
  ])
  const articles = await withRelations(ctx, rows)
  return {
    total,
    article: articles.map((one) => ({
      ...one,
      content: "",
      purge_at: one.deleted_at && new Date(one.deleted_at.getTime() + recycle_days * dayMs),
    })),
  }
}

/** Restores articles with their status and raises the counts, only for articles that were actually deleted. */
export const restoreArticles = (ctx: LoggedIn, { id }: { id: number[] }) =>
  ctx.tx(async (ctx) => {
    const rows = await lockDeleted(ctx.db, articleTable, id)
    if (!rows.length) return {}
    const ids = rows.map((row) => row.id)
    const owners = [...new Set(rows.map((row) => row.user_id))].toSorted((a, b) => a - b)
    await lockPeople(ctx, owners)
    await changeArticles(ctx.db, ids, { deleted_at: null, updated_at: ctx.now() })
    for (const owner of owners) await changeUserCounts(ctx, [owner], { article_count: rows.filter((row) => row.user_id === owner).length })
    await raiseCounts(
      ctx,
      (await listCategoriesOf(ctx.db, ids)).map((category) => category.id),
    )
    for (const row of rows) await ctx.changed("article", row.identifier)
    return {}
  })

export const purgeArticles = (ctx: LoggedIn, { id }: { id: number[] }) =>
  ctx.tx(async (ctx) => {
    await purge(ctx, await lockDeleted(ctx.db, articleTable, id))
    return {}
  })

/** Purges deleted articles. */
export const purgeArticleIds = async (ctx: Ctx, ids: number[]): Promise<void> => {
  if (ids.length) await purge(ctx, await lockDeleted(ctx.db, articleTable, ids))
}

export const purgeAllArticles = (ctx: LoggedIn) =>
  ctx.tx(async (ctx) => {
    while (await purgeSome(ctx)) continue
    return {}
  })

/** Purges articles that were deleted longer ago than the configured number of days, in batches. */
export const purgeExpiredArticles = async (ctx: Ctx, stopped: () => boolean): Promise<void> => {
  const { recycle_days } = await settingsOf(ctx.app, "security")
  const before = new Date(ctx.now().getTime() - recycle_days * dayMs)
  while (!stopped() && (await ctx.tx((ctx) => purgeSome(ctx, before)))) continue
}

const purgeSome = async (ctx: Ctx, before?: Date): Promise<boolean> => {
  const rows = await lockDeleted(ctx.db, articleTable, await listDeletedIds(ctx.db, articleTable, 500, before))
  await purge(ctx, rows)
  return rows.length > 0
}

const purge = async (ctx: Ctx, rows: ArticleRow[]): Promise<void> => {
  if (!rows.length) return
  await purgeArticleRows(
    ctx,
    rows.map((row) => row.id),
    ctx.now(),
  )
  await ctx.enqueue(purgeFilesJob, {}, { key: "purge" })
}
