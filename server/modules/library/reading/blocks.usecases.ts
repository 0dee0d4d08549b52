import type { Ctx } from "@/server/context"
import { requireReadable } from "../document/access.policy"
import { textLayerKey } from "../files/storage-keys.rules"
import type { Block } from "@/server/ports/structure/structure.port"
import { findConverted, listDrawnPages, listPageTexts, type StoredPageText } from "./reading.repository"
import { lastOf, meaningOf, noText } from "./text.usecases"

/** Extra pages before and after the requested ones, in which running heads are detected. */
const around = 2

/**
 * Returns the structure of at most 20 readable pages from `page` on, if the site offers the text layer. Links to pages that the user may
 * not read are removed. The structure is computed on every request, in a thread, so documents converted long ago benefit from improvements.
 */
export const readPageBlocks = async (ctx: Ctx, { uuid, page, size }: { uuid: string; page: number; size?: number }) => {
  const { row, last, textLayer } = await requireReadable(ctx, { uuid })
  if (!textLayer) throw noText()
  const to = lastOf(page, size, last)
  if (page > to) return { pages: last, page: [] }
  const [drawn, converted] = await Promise.all([
    listDrawnPages(ctx.db, row, Math.max(1, page - around), Math.min(last, to + around)),
    findConverted(ctx.db, row),
  ])
  const pages = await Promise.all(
    drawn.map(async (one) => ({
      ...one,
      links: one.links.filter((link) => link.to <= last),
      words: await ctx.app.storage.read(textLayerKey(row.sha256, row.version, one.page)),
    })),
  )
  const outline = (converted?.outline ?? []).filter((entry) => entry.page >= page - around && entry.page <= to + around)
  const blocks = await ctx.app.structure.analyse({ pages, from: page, to, outline })
  const wordless = pages.some((one) => !one.words) ? await listPageTexts(ctx.db, row, page, to) : []
  return { pages: last, page: blocks.map((one) => (one.blocks.length ? one : { page: one.page, blocks: linesOf(wordless, one.page) })) }
}

/** Returns plain paragraphs for pages that were rendered before words were stored: those have only their text. */
const linesOf = (texts: StoredPageText[], page: number): Block[] =>
  meaningOf(texts.find((one) => one.page === page)?.text ?? "")
    .split("\n")
    .filter((line) => line.trim())
    .map((text) => ({ kind: "paragraph", y: 0, text, level: 0, marker: "", number: "", joined: false, rows: [], links: [] }))
