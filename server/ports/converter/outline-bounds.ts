import type { OutlineItem } from "./converter.port"
import { toSearchText } from "./search-text"

export const MOST_OUTLINE_ITEMS = 2000
const LONGEST_TITLE = 200
export const DEEPEST_OUTLINE = 6

/** A title on one line, without control characters. */
export function outlineTitle(raw: string): string {
  return toSearchText(raw.slice(0, LONGEST_TITLE * 4))
    .replace(/\s+/g, " ")
    .slice(0, LONGEST_TITLE)
    .trim()
}

/** What is kept of a table of contents: titles that say something, pages that exist, bounded depth, length and number. */
export function boundOutline(items: Iterable<OutlineItem>, pages: number): OutlineItem[] {
  const kept: OutlineItem[] = []
  for (const item of items) {
    if (kept.length >= MOST_OUTLINE_ITEMS) break
    const title = outlineTitle(item.title)
    const { page, level } = item
    if (title === "" || !Number.isInteger(page) || page < 1 || page > pages) continue
    kept.push({ title, page, level: Math.max(1, Math.min(DEEPEST_OUTLINE, Math.round(level) || 1)) })
  }
  return kept
}
