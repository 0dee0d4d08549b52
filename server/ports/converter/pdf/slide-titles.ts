import type { ConvertedOutlineItem, PageTextRun } from "../converter.port"
import { outlineTitle } from "../outline-bounds"

/** LibreOffice's name for unnamed slides. Old and OpenDocument presentations have no slide names. */
const UNNAMED = /^(Slide|幻灯片|投影片) ?\d+$/
const MAX_SLIDES = 500
/** Runs of at least this share of the greatest height belong to the title. */
const SAME_SIZE = 0.92

/** Returns the text in the largest letters, starting at its first line. */
function titleOf(runs: readonly PageTextRun[]): string {
  const tallest = Math.max(0, ...runs.filter(([text]) => /\p{L}/u.test(text)).map(([, , , , height]) => height))
  const first = runs.findIndex(([text, , , , height]) => height >= tallest * SAME_SIZE && /\p{L}/u.test(text))
  if (first < 0) return ""
  const lines: string[] = []
  for (const [text, , , , height] of runs.slice(first)) {
    if (height < tallest * SAME_SIZE) break
    lines.push(text)
  }
  return outlineTitle(lines.join("\n"))
}

/** Replaces the names of slides that are only numbered by the titles on the slides. */
export function nameSlides(
  items: readonly ConvertedOutlineItem[],
  runsOf: (page: number) => readonly PageTextRun[],
): ConvertedOutlineItem[] {
  let looked = 0
  return items.map((item) => {
    if (!UNNAMED.test(item.title) || (looked += 1) > MAX_SLIDES) return item
    return { ...item, title: titleOf(runsOf(item.page)) || item.title }
  })
}
