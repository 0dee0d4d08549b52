import { setImmediate as othersFirst } from "node:timers/promises"
import { LRUCache } from "lru-cache"
import { isReadable } from "@/lib/rules/library/document-status"
import { foldWhole, foldWithOffsets, placesOf } from "@/lib/rules/library/text-folding"
import type { Ctx, Services } from "@/server/context"
import { requireReadable } from "../document/access.policy"
import { readTextLayer, type TextLayerRun } from "./page-text.usecases"
import { listAllTexts, type ContentRendering, type StoredPageText } from "./reading.repository"
import { boxesOf } from "./text-box.rules"

const maxHits = 200
/** More characters than a real page contains. A longer page is searched only up to here. Folding this many takes about 15 ms. */
const maxOnPage = 50_000
/** A search yields to other work after this time (ms) and reads this many pages at once. */
const turnMs = 5
const pagesAtOnce = 8
const around = { before: 24, after: 56 }

type Folded = StoredPageText & { folded: string }

/** A user who searches in a document usually searches again, so its text stays in memory for a while. Complete renderings never change. */
const memory = new WeakMap<Services, LRUCache<string, Folded[]>>()
const memoryOf = (app: Services) => {
  const cached =
    memory.get(app) ??
    new LRUCache<string, Folded[]>({
      maxSize: 32 * 1024 * 1024,
      ttl: 120_000,
      sizeCalculation: (pages) => 100 + pages.reduce((sum, { text }) => sum + 4 * text.length, 0),
    })
  memory.set(app, cached)
  return cached
}

const turns = () => {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < turnMs) return
    await othersFirst()
    since = performance.now()
  }
}

const textsOf = async (ctx: Ctx, { sha256, version }: ContentRendering, complete: boolean): Promise<Folded[]> => {
  const key = `${sha256}/${version}`
  const cached = memoryOf(ctx.app).get(key)
  if (cached) return cached
  const takeTurns = turns()
  const pages: Folded[] = []
  for (const page of await listAllTexts(ctx.db, { sha256, version }, maxOnPage)) {
    pages.push({ ...page, folded: foldWhole(page.text) })
    await takeTurns()
  }
  if (complete) memoryOf(ctx.app).set(key, pages)
  return pages
}

/**
 * Finds the words regardless of width, case and white space. Returns the text around each match and its boxes on the page. Pages that the
 * user may not read are not searched: even a match count would reveal their text word by word.
 */
export const searchInside = async (ctx: Ctx, { uuid, wd }: { uuid: string; wd: string }) => {
  const { row, last } = await requireReadable(ctx, { uuid })
  const foldedQuery = foldWhole(wd)
  if (!foldedQuery) return { total: 0, hits: [] }
  const pages = (await textsOf(ctx, row, isReadable(row.status))).filter(({ page, folded }) => page <= last && folded.includes(foldedQuery))
  let total = 0
  const hitPages: Folded[] = []
  for (const page of pages) {
    if (total < maxHits) hitPages.push(page)
    total += placesOf(page.folded, foldedQuery).length
  }
  const hits: Hit[] = []
  const takeTurns = turns()
  for (let from = 0; from < hitPages.length; from += pagesAtOnce) {
    const pages = hitPages.slice(from, from + pagesAtOnce)
    const layers = await Promise.all(pages.map(({ page }) => readTextLayer(ctx, row, page)))
    for (const [at, page] of pages.entries()) {
      hits.push(...hitsOn(page, foldedQuery, layers[at]!))
      await takeTurns()
    }
  }
  return { total, hits: hits.slice(0, maxHits) }
}
type Hit = ReturnType<typeof hitsOn>[number]

const hitsOn = ({ page, text }: StoredPageText, foldedQuery: string, textLayer: TextLayerRun[]) => {
  const { folded, places } = foldWithOffsets(text)
  const boxes = boxesOf(textLayer, foldedQuery)
  return placesOf(folded, foldedQuery).map((at, nth) => ({
    page,
    ...snippetOf(text, places[at]!, places[at + foldedQuery.length - 1]! + 1),
    boxes: boxes[nth] ?? [],
  }))
}

/** Never cuts a surrogate pair at either end. */
const whole = (text: string, at: number) => (/[\ud800-\udbff]/.test(text[at - 1] ?? "") ? at + 1 : at)
const plain = (text: string) => text.replace(/\s+/g, " ")

const snippetOf = (text: string, from: number, to: number) => {
  const end = whole(text, to)
  const before = plain(text.slice(whole(text, Math.max(0, from - around.before)), from)).trimStart()
  const match = plain(text.slice(from, end))
  const after = plain(text.slice(end, whole(text, end + around.after))).trimEnd()
  return { snippet: before + match + after, start: before.length, length: match.length }
}
