import type { Ctx } from "../../context"
import type { ConversionEvent, PageResult } from "../../ports/converter/converter.port"
import { announce } from "./convert.announce"
import { addPages } from "./convert.repository"
import { changeDocument, type DocumentRow } from "./document.repository"

/** Everything drawn from one content, under its SHA-256 and the version of the drawing. */
export const pagesFolder = (sha256: string, version: number): string => `pages/${sha256.slice(0, 2)}/${sha256}/v${version}`
export const pageKey = (sha256: string, version: number, page: number): string => `${pagesFolder(sha256, version)}/${page}.gzip.svg`
export const coverKey = (sha256: string, version: number): string => `${pagesFolder(sha256, version)}/cover.webp`

type Limits = { max_preview: number; max_preview_percent: number }
type Recorded = { pages: number; drawn: number; width: number; height: number; warnings: string[] }

/** How many pages may be read: the smaller of number and percent; 0 and 100 mean no limit. */
export const previewLimit = (pages: number, { max_preview, max_preview_percent }: Limits): number => {
  const percent = max_preview_percent > 0 && max_preview_percent < 100 ? Math.ceil((pages * max_preview_percent) / 100) : pages
  return Math.max(1, Math.min(pages, percent, max_preview > 0 ? max_preview : pages))
}

/** Progress is written at most this often: the first page at once, the rest in strides. */
const strideMs = 300

/** Stores pages as they come, first pages first, so that reading begins while the rest is drawn. */
export const recordPages = async (ctx: Ctx, row: DocumentRow, events: AsyncIterable<ConversionEvent>, limits: Limits): Promise<Recorded> => {
  const state: Recorded = { pages: 0, drawn: 0, width: 0, height: 0, warnings: [] }
  let last = 0
  let stored: DocumentRow = row
  const texts: { page: number; text: string }[] = []
  const progress = async () => {
    last = Date.now()
    const { pages, width, height } = state
    const values = { pages, width, height, converted_pages: state.drawn, preview: state.pages && previewLimit(pages, limits) < pages ? previewLimit(pages, limits) : 0 }
    stored = { ...stored, ...values }
    await ctx.tx(async (ctx) => {
      await changeDocument(ctx.db, row.id, values)
      await announce(ctx, stored)
    })
  }
  for await (const event of events) {
    if (event.type === "opened") {
      state.pages = event.pages
    } else if (event.type === "warning") {
      state.warnings.push(event.message)
    } else if (event.type === "text") {
      texts.push(event)
      if (texts.length >= 50) await addPages(ctx.db, texts.splice(0).map((text) => textRow(row, text)))
    } else if (event.type === "cover") {
      await ctx.app.storage.put(coverKey(row.sha256, row.version), event.webp, false)
      await progress()
    } else if (event.type === "page") {
      await recordPage(ctx, row, event.result)
      state.drawn += 1
      if (event.result.page === 1) Object.assign(state, { width: Math.round(event.result.width), height: Math.round(event.result.height) })
      ctx.app.waiting.arrived(row.uuid, event.result.page)
      // the first page is told of together with its cover, which comes next
      if (state.drawn > 1 && Date.now() - last > strideMs) await progress()
    }
  }
  await addPages(ctx.db, texts.map((text) => textRow(row, text)))
  return state
}

const textRow = (row: DocumentRow, { page, text }: { page: number; text: string }) => ({ sha256: row.sha256, version: row.version, page, text: clean(text) })
/** PostgreSQL's text holds no NUL. */
const clean = (text: string) => text.replaceAll("\u0000", "")

const recordPage = async (ctx: Ctx, row: DocumentRow, page: PageResult) => {
  await ctx.app.storage.put(pageKey(row.sha256, row.version, page.page), page.svg, false)
  await addPages(ctx.db, [{ ...textRow(row, page), width: page.width, height: page.height, kind: page.kind }])
}
