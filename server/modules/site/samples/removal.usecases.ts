import { and, eq, inArray } from "drizzle-orm"
import type { Ctx, LoggedIn } from "@/server/context"
import { articleTable } from "../../articles/article/article.table"
import { purgeArticleIds } from "../../articles/article/recycle.usecases"
import { removeArticles } from "../../articles/article/edit.usecases"
import { documentTable } from "../../library/document/document.table"
import { removeDocuments } from "../../library/document/document.usecases"
import { deleteEmptyCategories } from "../../library/category/category.usecases"
import { purgeDocumentIds } from "../../library/recycle/recycle.usecases"
import { bannerTable } from "../banner/banner.table"
import { removeBanners } from "../banner/banner.usecases"
import { sampleBanners, sampleCategories, sampleDocuments, sampleArticles } from "./samples.usecases"

/** The samples belong to the first administrator. */
const owner = 1

/** Finds the remaining samples, including those in the recycle bins. */
const findSamples = async (ctx: Ctx) => {
  const folder = ctx.app.samples
  if (!folder) return { documents: [], articles: [], banners: [] }
  const [hashes, identifiers, banners] = await Promise.all([sampleDocuments(folder), sampleArticles(folder), sampleBanners(folder)])
  const [documents, articles, rows] = await Promise.all([
    ctx.db
      .select({ id: documentTable.id, deleted_at: documentTable.deleted_at })
      .from(documentTable)
      .where(and(inArray(documentTable.sha256, hashes), eq(documentTable.user_id, owner))),
    ctx.db
      .select({ id: articleTable.id, deleted_at: articleTable.deleted_at })
      .from(articleTable)
      .where(and(inArray(articleTable.identifier, identifiers), eq(articleTable.user_id, owner))),
    ctx.db
      .select()
      .from(bannerTable)
      .where(
        inArray(
          bannerTable.path,
          banners.map(({ path }) => path),
        ),
      ),
  ])
  return { documents, articles, banners: rows }
}

/** Counts the samples that are left. */
export const readSamples = async (ctx: Ctx) => {
  const { documents, articles, banners } = await findSamples(ctx)
  return { document: documents.length, article: articles.length, banner: banners.length }
}

/**
 * Deletes the samples permanently. The administrator did not upload them, so nothing is charged. Categories are deleted if they contain
 * nothing else; the pages of the footer stay.
 */
export const removeSamples = (ctx: LoggedIn) =>
  ctx.tx(async (ctx) => {
    const { documents, articles, banners } = await findSamples(ctx)
    const visible = <T extends { id: number; deleted_at: Date | null }>(rows: T[]) =>
      rows.filter((row) => row.deleted_at === null).map(({ id }) => id)
    await removeDocuments(ctx, visible(documents))
    await purgeDocumentIds(
      ctx,
      documents.map(({ id }) => id),
    )
    await removeArticles(ctx, visible(articles))
    await purgeArticleIds(
      ctx,
      articles.map(({ id }) => id),
    )
    await removeBanners(
      ctx,
      banners.map(({ id }) => id),
    )
    if (ctx.app.samples) await deleteEmptyCategories(ctx, await sampleCategories(ctx.app.samples))
    return {}
  })
