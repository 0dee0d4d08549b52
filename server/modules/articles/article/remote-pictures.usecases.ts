import type { Ctx } from "@/server/context"
import { AppError } from "@/server/errors"
import { WebError } from "@/server/ports/web/web.port"
import { keepPictureOf } from "../../library/attachment/picture.usecases"
import { requireDiskSpace } from "../../library/attachment/quota.usecases"
import { measureFile, temporaryPath } from "../../library/attachment/incoming-file.usecases"
import { keepPictures } from "../../library/files/attachments.usecases"
import { changeArticles, findArticle, lockArticles } from "./article.repository"
import { addressOf, remotePicturesOf, withSizes, withSources } from "./pictures.rules"

/** Maximum number of images downloaded per article; further ones keep their external source. */
export const maxRehosted = 30
const megabytes = 10
const timeoutMs = 20_000

/**
 * Downloads the external images of an article and re-encodes them like uploads. They remain when the other site disappears, and its owner
 * cannot track readers. Images that fail to download or decode keep their source.
 */
export const rehostPictures = async (ctx: Ctx, { id }: { id: number }, signal: AbortSignal): Promise<void> => {
  const article = await findArticle(ctx.db, { id })
  if (!article) return
  const copies = new Map<string, { path: string; width: number; height: number }>()
  for (const source of remotePicturesOf(article.content, maxRehosted)) {
    signal.throwIfAborted()
    const row = await fetchPicture(ctx, source, article.user_id, signal)
    if (row) copies.set(source, row)
  }
  if (copies.size) await ctx.tx((ctx) => showOwn(ctx, id, copies))
}

const fetchPicture = async (ctx: Ctx, source: string, owner: number, signal: AbortSignal) => {
  const path = await temporaryPath(ctx.app)
  try {
    await requireDiskSpace(ctx.app, megabytes * 1024 * 1024)
    await ctx.app.web.download(addressOf(source), path, { maxBytes: megabytes * 1024 * 1024, timeoutMs, signal })
    return await keepPictureOf(ctx, owner, "article", "网络图片", await measureFile(path, megabytes))
  } catch (error) {
    if (!(error instanceof WebError) && !(error instanceof AppError)) throw error
    ctx.app.log.info({ reason: error.message }, "文章里的网络图片没有存下来")
    return null
  }
}

/** Replaces only sources that the article still contains, because it may have been edited during the download. */
const showOwn = async (ctx: Ctx, id: number, copies: Map<string, { path: string; width: number; height: number }>) => {
  const [row] = await lockArticles(ctx.db, [id])
  if (!row) return
  const sources = new Map([...copies].map(([source, { path }]) => [source, path]))
  const content = withSizes(withSources(row.content, sources), new Map([...copies.values()].map((one) => [one.path, one])))
  if (content === row.content) return
  await changeArticles(ctx.db, [id], { content })
  await keepPictures(ctx, id, row.user_id, [...sources.values()])
  await ctx.changed("article", row.identifier)
}
