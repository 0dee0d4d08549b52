import { gunzipSync } from "node:zlib"
import { isMeaningless } from "../converter/text-meaning"
import { blocksOf } from "./blocks"
import { markFurniture } from "./furniture"
import { bodyOf, markLines } from "./line-kinds"
import { linesOf, type MarkedPage } from "./lines"
import type { StructuredPage, PageInput, StoredPage, StoredRun, StructureInput } from "./structure.port"
import { markTables } from "./tables"

/** Returns the lines of the pages with their kinds, detected from the text layer alone. */
export const markedPages = ({ pages, outline }: Pick<StructureInput<PageInput>, "pages" | "outline">): MarkedPage[] => {
  const sheets = pages.map((page) => ({ ...page, lines: linesOf(page) }))
  const body = bodyOf(sheets.flatMap(({ lines }) => lines))
  markFurniture(sheets, body.size)
  markLines(sheets, body, outline, ({ lines }) => markTables(lines))
  return sheets
}

/** Returns the blocks of the requested pages. */
export const analysePages = (input: StructureInput<PageInput>): StructuredPage[] =>
  blocksOf(markedPages(input)).filter(({ page }) => page >= input.from && page <= input.to)

/** Returns the runs of a page, or none if they are only codes of glyphs: pages that were converted earlier have such runs. */
const withMeaning = (runs: readonly StoredRun[]): readonly StoredRun[] => (isMeaningless(runs.map(([text]) => text).join("\n")) ? [] : runs)

/** Maximum size of an unpacked text layer. A stored one has at most 200 KB. */
const MAX_WORDS = 1_000_000
const unpacked = ({ words, ...page }: StoredPage): PageInput => ({
  ...page,
  runs: withMeaning(words ? (JSON.parse(gunzipSync(words, { maxOutputLength: MAX_WORDS }).toString("utf8")) as StoredRun[]) : []),
})

/** Same as `analysePages`, for pages as stored. */
export const analyseStored = (input: StructureInput): StructuredPage[] => analysePages({ ...input, pages: input.pages.map(unpacked) })
