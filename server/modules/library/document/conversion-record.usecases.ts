import { promisify } from "node:util"
import { gzip } from "node:zlib"
import { isReconverting } from "@/lib/rules/library/document-status"
import type { Ctx } from "@/server/context"
import {
  imprintedPages,
  type ConversionEvent,
  type ConvertedOutlineItem,
  type PageResult,
  type PageTextRun,
} from "@/server/ports/converter/converter.port"
import { addPages, dropImprint, setImprint, setPageText } from "../files/drawing.usecases"
import { coverKey, pageKey, rowsKey, sheetPicturesKey, sheetsKey, textLayerKey, thumbKey } from "../files/storage-keys.rules"
import { announce } from "./announcement.usecases"
import type { Target } from "./conversion-target.usecases"
import { CoverState } from "./cover.rules"
import { drawTitleCover } from "./cover.usecases"
import { storedWarning } from "./conversion-warning.repository"
import { notePlace, noteProgress } from "./conversion.repository"
import type { DocumentRow } from "./document.repository"
import { imprintParts } from "./near-picture.rules"
import { collectText, type CollectedText } from "./text-collection.rules"

export type Limits = { max_preview: number; max_preview_percent: number; max_pages: number }
export type ConversionRecord = {
  pages: number
  drawn: number
  /** Spreadsheets only: blocks of fifty rows. */
  blocks: number
  width: number
  height: number
  /** A `CoverState`. */
  cover: number
  warnings: string[]
  outline: ConvertedOutlineItem[]
  /** The author of the file forbids copying its text. */
  no_copy: boolean
} & CollectedText

/**
 * Returns the number of readable pages: the smallest of number, percentage and converted pages; number 0 and percentage 0 or 100 mean no
 * limit.
 */
export const previewLimit = (pages: number, { max_preview, max_preview_percent, max_pages }: Limits): number => {
  const percent = max_preview_percent > 0 && max_preview_percent < 100 ? Math.ceil((pages * max_preview_percent) / 100) : pages
  return Math.max(1, Math.min(pages, percent, max_pages, max_preview > 0 ? max_preview : pages))
}

/** Returns the same limit in the form that documents store: 0 = all pages are readable. */
export const previewOf = (pages: number, drawn: number, limits: Limits): number => {
  const max = Math.min(previewLimit(pages, limits), drawn)
  return max < pages ? max : 0
}

/** The callbacks between a conversion and its turn. */
export type Progress = {
  /** Number of converted pages while the conversion runs; null while it is paused. */
  position: () => number | null
  /** Reports how many pages are readable now. */
  drew: (count: number) => Promise<void>
}

/** Minimum interval between progress updates (ms); the first page is reported at once. */
const strideMs = 300

/**
 * Stores pages as they arrive, first pages first, so that reading can begin while the rest is converted. A document that keeps its old
 * pages until the end is not changed; only its owner sees the progress. `earlier`: texts of the pages that an interrupted run has stored.
 */
export const recordPages = async (
  ctx: Ctx,
  row: DocumentRow,
  target: Target,
  events: AsyncIterable<ConversionEvent>,
  earlier: ReadonlyMap<number, string>,
  limits: Limits,
  work: Progress,
): Promise<ConversionRecord> => {
  const state = {
    pages: 0,
    drawn: earlier.size,
    blocks: 0,
    width: 0,
    height: 0,
    cover: CoverState.page as number,
    warnings: [] as string[],
    outline: [] as ConvertedOutlineItem[],
    no_copy: false,
  }
  const aside = isReconverting(row.status)
  let last = 0
  let stored: DocumentRow = row
  const text = collectText()
  for (const [page, words] of earlier) text.add(page, words)
  if (earlier.size > 0) await work.drew(earlier.size)
  const waiting: { page: number; text: string }[] = []
  const progress = async () => {
    last = ctx.now().getTime()
    const { pages, width, height } = state
    const values = { pages, width, height, converted_pages: state.drawn, preview: pages ? previewOf(pages, pages, limits) : 0 }
    stored = { ...stored, ...values }
    await ctx.tx(async (ctx) => {
      if (await noteProgress(ctx.db, row, aside ? {} : { ...values, updated_at: ctx.now() })) await announce(ctx, stored)
    })
  }
  const flush = async () =>
    addPages(
      ctx,
      waiting.splice(0).map((one) => textRow(target, one)),
    )
  for await (const event of events) {
    if (event.type === "opened") {
      state.pages = event.pages
      state.no_copy = event.noCopy ?? false
    } else if (event.type === "rows") {
      await ctx.app.storage.put(rowsKey(target.sha256, target.version, event.block), event.rows, false)
    } else if (event.type === "pictures") {
      await ctx.app.storage.put(sheetPicturesKey(target.sha256, target.version, event.block), event.pictures, false)
    } else if (event.type === "sheets") {
      await ctx.app.storage.put(sheetsKey(target.sha256, target.version), await zip(JSON.stringify(event.book)), false)
      state.blocks = event.blocks
    } else if (event.type === "warning") {
      state.warnings.push(storedWarning(event))
    } else if (event.type === "outline") {
      state.outline = event.items.map((item) => ({ ...item, title: clean(item.title).replace(/\p{Surrogate}/gu, "") }))
    } else if (event.type === "text") {
      text.add(event.page, event.text)
      waiting.push(event)
      if (waiting.length >= 50) await flush()
    } else if (event.type === "recognized") {
      text.add(event.page, event.text)
      await storeTextLayer(ctx, target, event.page, event.textLayer)
      await setPageText(ctx, textRow(target, event))
    } else if (event.type === "cover") {
      await ctx.app.storage.put(coverKey(target.sha256, target.version), event.webp, false)
      state.cover = event.faint ? CoverState.faint : CoverState.page
      // Must precede the announcement of the first page, because browsers cache the cover that they see.
      if (!aside) await drawTitleCover(ctx, row.id, event.faint)
      await progress()
    } else if (event.type === "page") {
      text.add(event.result.page, event.result.text)
      await recordPage(ctx, row, target, event.result, work)
      if (!earlier.has(event.result.page)) state.drawn += 1
      await work.drew(state.drawn)
      if (event.result.page === 1) Object.assign(state, { width: Math.round(event.result.width), height: Math.round(event.result.height) })
      if (!aside) ctx.app.wantedPages.arrived(row.uuid, event.result.page)
      // The first page is announced together with the cover, which comes next.
      if (state.drawn > 1 && ctx.now().getTime() - last > strideMs) await progress()
    }
  }
  await flush()
  return { ...state, ...(await text.collected()) }
}

const zip = promisify(gzip)

const textRow = ({ sha256, version }: Target, { page, text }: { page: number; text: string }) => ({
  sha256,
  version,
  page,
  text: clean(text),
})
/** Removes NUL, which PostgreSQL text rejects. */
const clean = (text: string) => text.replaceAll("\u0000", "")

const recordPage = async (ctx: Ctx, row: DocumentRow, target: Target, page: PageResult, { position }: Progress) => {
  const { sha256, version } = target
  await Promise.all([
    ctx.app.storage.put(pageKey(sha256, version, page.page), page.svg, false),
    page.thumb && ctx.app.storage.put(thumbKey(sha256, version, page.page), page.thumb, false),
    storeTextLayer(ctx, target, page.page, page.textLayer),
  ])
  await ctx.tx(async (ctx) => {
    const { width, height, kind, links } = page
    await addPages(ctx, [{ ...textRow(target, page), width, height, kind, links: [...links] }])
    if (page.page <= imprintedPages) await storeImprint(ctx, { sha256, page: page.page }, page.imprint)
    const before = position()
    // The next page is being converted, so a crash from now on is not caused by this page.
    if (before !== null) await notePlace(ctx.db, row.id, before + 1)
  })
}

/** An earlier conversion of the content may have stored a hash of a page that is no scan to this one. */
const storeImprint = (ctx: Ctx, page: { sha256: string; page: number }, imprint?: bigint) =>
  imprint === undefined ? dropImprint(ctx, page) : setImprint(ctx, page, imprint, imprintParts(imprint))

const storeTextLayer = async (ctx: Ctx, { sha256, version }: Target, page: number, textLayer: readonly PageTextRun[]) => {
  if (textLayer.length) await ctx.app.storage.put(textLayerKey(sha256, version, page), await zip(JSON.stringify(textLayer)), false)
}
