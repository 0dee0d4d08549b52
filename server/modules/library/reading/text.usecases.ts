import type { Ctx } from "@/server/context"
import { forbidden } from "@/server/errors"
import { isMeaningless } from "@/server/ports/converter/text-meaning"
import { requireReadable } from "../document/access.policy"
import { readTextLayer, type TextLayerRun } from "./page-text.usecases"
import { findConverted, listPageLinks, listPageTexts } from "./reading.repository"

/** Returns the table of contents up to the last readable page. */
export const readOutline = async (ctx: Ctx, { uuid }: { uuid: string }) => {
  const { row, last } = await requireReadable(ctx, { uuid })
  const conversion = await findConverted(ctx.db, row)
  return { outline: (conversion?.outline ?? []).filter(({ page }) => page <= last) }
}

const beyond = () => forbidden("这一页下载后可以阅读")
export const noText = () => forbidden("这份文档的文字不能选择和复制")

/** Returns the text layer of one readable page, if the site offers it. */
export const readPageTextLayer = async (ctx: Ctx, { uuid, page }: { uuid: string; page: number }) => {
  const { row, last, textLayer } = await requireReadable(ctx, { uuid })
  if (page > last) throw beyond()
  if (!textLayer) throw noText()
  return { words: (await readTextLayer(ctx, row, page)).map((run) => run.slice(0, 5) as TextLayerRun) }
}

/** Returns the text of a page, or none if it is only codes of glyphs: pages that were converted earlier may have such a text. */
export const meaningOf = (text: string): string => (isMeaningless(text) ? "" : text)

const maxPages = 20
/** Returns the last page of a response that starts at `page`. */
export const lastOf = (page: number, size: number | undefined, last: number) =>
  Math.min(page + Math.min(Math.max(size || maxPages, 1), maxPages) - 1, last)

/**
 * Returns the plain texts of at most 20 pages from `page` on, if the site offers the text layer. `pages` is the number of pages that the
 * user may read.
 */
export const readPageTexts = async (ctx: Ctx, { uuid, page, size }: { uuid: string; page: number; size?: number }) => {
  const { row, last, textLayer } = await requireReadable(ctx, { uuid })
  if (!textLayer) throw noText()
  const to = lastOf(page, size, last)
  const texts = page > to ? [] : await listPageTexts(ctx.db, row, page, to)
  return { pages: last, text: texts.map((one) => ({ ...one, text: meaningOf(one.text) })) }
}

/** Returns the links of at most 20 readable pages from `page` on, without links to pages that the user may not read. */
export const readPageLinks = async (ctx: Ctx, { uuid, page, size }: { uuid: string; page: number; size?: number }) => {
  const { row, last } = await requireReadable(ctx, { uuid })
  if (page > last) throw beyond()
  const pages = await listPageLinks(ctx.db, row, page, lastOf(page, size, last))
  return { links: pages.flatMap(({ page, links }) => links.filter(({ to }) => to <= last).map((link) => ({ ...link, page }))) }
}
