import { gzipSync } from "node:zlib"
import type { ChildPage } from "./child/child-protocol"
import { ConversionError, type ConversionEvent, type Engine, type PageResult, type Turn } from "./converter.port"
import type { DocumentSession } from "./document-session"
import { type ScannedPageReader, recognizedPages, type ScannedPage } from "./ocr/page-recognition"
import { PageOrder } from "./page-order"
import { SEARCH_TEXT_LIMIT } from "./search-text"
import { type PageSize, placeholderSvg } from "./svg"

const A4: PageSize = { width: 595, height: 842 }
const PAGES_PER_TEXT_CALL = 20

export type DrawInput = {
  session: DocumentSession
  engine: Engine
  maxPages: number
  maxLength: number
  turn: Turn
  waitingPages: () => readonly number[]
  drawnPages: ReadonlySet<number>
  /** Opens the reader of scanned pages if any page needs it; null without character recognition. */
  reader: () => Promise<ScannedPageReader | null>
  /** Sent after `opened`, for the uploader. */
  notes?: readonly string[]
  /** Sent after `opened`, for staff only. */
  staffWarnings: readonly string[]
}

/** Limits how much text of a document goes into the search index. */
class TextBudget {
  private left = SEARCH_TEXT_LIMIT

  get exhausted(): boolean {
    return this.left <= 0
  }

  take(text: string): string {
    const part = text.slice(0, this.left)
    this.left -= part.length
    return part
  }
}

function placeholder(page: number, size: PageSize): PageResult {
  const { width, height } = size
  return {
    page,
    svg: gzipSync(placeholderSvg(size), { level: 6 }),
    thumb: null,
    width,
    height,
    text: "",
    textLayer: [],
    links: [],
    kind: "placeholder",
  }
}

/** Renders pages 1 to `last` and adds scanned ones to `scans`. */
async function* drawnPages(input: DrawInput, last: number, budget: TextBudget, scans: ScannedPage[]): AsyncGenerator<ConversionEvent> {
  const { session, turn } = input
  const order = new PageOrder(last, input.waitingPages, input.drawnPages)
  type Begun = { page: number; drawn: Promise<ChildPage | ConversionError> }
  const begin = (): Begun | null => {
    const page = order.next()
    if (page === null) return null
    const drawn = session.drawPage(page)
    // Awaited only after the consumer took the previous page; an earlier rejection must not count as unhandled.
    drawn.catch(() => undefined)
    return { page, drawn }
  }

  let size: PageSize = A4
  let drawnCount = input.drawnPages.size
  let failure: ConversionError | null = null
  let outlined = false
  await turn.next()
  for (let begun = begin(); begun !== null;) {
    const { page } = begun
    const drawn = await begun.drawn
    const failed = drawn instanceof ConversionError
    // The child renders the next page while the consumer stores this one. Only cover and outline go first.
    const withCover = page === 1 && !failed
    const alone = withCover || !outlined || turn.over
    begun = alone ? null : begin()
    if (failed) {
      failure = drawn
      yield { type: "page", result: placeholder(page, size) }
      yield { type: "warning", message: `第 ${page} 页无法预览` }
    } else {
      drawnCount += 1
      size = { width: drawn.width, height: drawn.height }
      const text = budget.take(drawn.text)
      if (drawn.scan) scans.push({ page, ...size })
      const { svg, thumb, width, height, textLayer, links, kind, imprint } = drawn
      const result = { page, svg, thumb, width, height, text, textLayer, links, kind, ...(imprint !== undefined && { imprint }) }
      yield { type: "page", result }
      for (const message of drawn.notes ?? []) yield { type: "warning", message }
    }
    if (!alone) continue
    const cover = withCover ? await session.drawCover() : null
    const items = outlined ? [] : await session.outline()
    outlined = true
    if (cover) yield { type: "cover", ...cover }
    if (items.length > 0) yield { type: "outline", items }
    await turn.next()
    begun = begin()
  }
  // A preview that consists only of placeholders is a failure.
  if (drawnCount === 0 && failure) throw failure
}

async function* remainingTexts(
  { session, turn }: DrawInput,
  from: number,
  last: number,
  budget: TextBudget,
): AsyncGenerator<ConversionEvent> {
  for (let page = from; page <= last && !budget.exhausted; page += PAGES_PER_TEXT_CALL) {
    await turn.next()
    const texts = await session.texts(page, Math.min(last, page + PAGES_PER_TEXT_CALL - 1))
    for (const [index, text] of texts.entries()) yield { type: "text", page: page + index, text: budget.take(text) }
  }
}

/** Opens the session's document and yields its events. Throws ConversionError, or the stop signal's reason. */
export async function* drawDocument(input: DrawInput): AsyncGenerator<ConversionEvent> {
  const { session, engine, maxPages, maxLength, staffWarnings, turn } = input
  await turn.next()
  const { pages, notes, noCopy } = await session.open()
  const allNotes = [...(input.notes ?? []), ...notes]
  yield { type: "opened", pages, engine, ...(noCopy && { noCopy }) }
  for (const message of staffWarnings) yield { type: "warning", message, staffOnly: true }
  for (const message of allNotes) yield { type: "warning", message }
  const length = maxLength > 0 ? Math.min(maxLength, pages) : pages
  const last = maxPages > 0 ? Math.min(maxPages, length) : length
  const budget = new TextBudget()
  const scans: ScannedPage[] = []
  yield* drawnPages(input, last, budget, scans)
  yield* remainingTexts(input, last + 1, length, budget)
  const reader = scans.length > 0 ? await input.reader() : null
  if (!reader) return
  try {
    yield* recognizedPages({ session, reader, turn, scans, take: (text) => budget.take(text) })
  } finally {
    reader.end()
  }
}
