import type { PageSize } from "../svg"
import { toSearchText } from "../search-text"
import { RunCollector } from "../text-runs"
import type { Recognized } from "./page-recognition"

/** Columns of tesseract's table: level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
const COLUMNS = 12
const LEVEL_PAGE = "1"
const LEVEL_WORD = "5"
/** Percent. A "word" with less is mostly dirt on the paper. */
const MIN_CONFIDENCE = 30
const MAX_ROWS = 50_000

type Line = { text: string; left: number; top: number; right: number; bottom: number }

const CJK = /[\u2e80-\u9fff\uf900-\ufaff\u3000-\u303f\uff00-\uffef]/

/** Joins words and removes the spaces that tesseract puts between Chinese ones. */
function joinText(before: string, after: string): string {
  return CJK.test(before.slice(-1)) && CJK.test(after.charAt(0)) ? before + after : `${before} ${after}`
}

/** Parses tesseract's `tsv` output of a page of the given size in points. Invalid rows are skipped. */
export function readTesseractTable(table: string, { width, height }: PageSize): Recognized {
  let [perX, perY] = [0, 0]
  const lines = new Map<string, Line>()
  for (const row of table.split("\n", MAX_ROWS)) {
    const cells = row.split("\t")
    if (cells.length < COLUMNS) continue
    const [level, , block, paragraph, line] = cells
    const [left = 0, top = 0, across = 0, down = 0, confidence = 0] = cells.slice(6, 11).map(Number)
    const text = cells
      .slice(COLUMNS - 1)
      .join(" ")
      .trim()
    if (level === LEVEL_PAGE && across > 0 && down > 0) [perX, perY] = [width / across, height / down]
    if (level !== LEVEL_WORD || text === "" || !(confidence >= MIN_CONFIDENCE)) continue
    const key = `${block} ${paragraph} ${line}`
    const existing = lines.get(key)
    const box = { left, top, right: left + across, bottom: top + down }
    if (!existing) lines.set(key, { text, ...box })
    else {
      existing.text = joinText(existing.text, text)
      Object.assign(existing, {
        left: Math.min(existing.left, box.left),
        top: Math.min(existing.top, box.top),
        right: Math.max(existing.right, box.right),
        bottom: Math.max(existing.bottom, box.bottom),
      })
    }
  }
  const collector = new RunCollector()
  for (const { text, left, top, right, bottom } of lines.values())
    collector.add(text, left * perX, top * perY, (right - left) * perX, (bottom - top) * perY)
  return { text: toSearchText(collector.runs.map(([text]) => text).join("\n")), textLayer: collector.runs }
}
