import type { ConvertedOutlineItem } from "./converter.port"
import { toSearchText } from "./search-text"

export const MAX_OUTLINE_ITEMS = 2000
const MAX_TITLE_LENGTH = 200
export const MAX_OUTLINE_DEPTH = 6

/** Returns a title on one line, without control characters. */
export function outlineTitle(raw: string): string {
  return toSearchText(raw.slice(0, MAX_TITLE_LENGTH * 4))
    .replace(/\s+/g, " ")
    .slice(0, MAX_TITLE_LENGTH)
    .trim()
}

/** Limits a table of contents to non-empty titles, existing pages, and a maximum depth, length and number. */
export function boundOutline(items: Iterable<ConvertedOutlineItem>, pages: number): ConvertedOutlineItem[] {
  const result: ConvertedOutlineItem[] = []
  for (const item of items) {
    if (result.length >= MAX_OUTLINE_ITEMS) break
    const title = outlineTitle(item.title)
    const { page, level } = item
    if (title === "" || !Number.isInteger(page) || page < 1 || page > pages) continue
    result.push({ title, page, level: Math.max(1, Math.min(MAX_OUTLINE_DEPTH, Math.round(level) || 1)) })
  }
  return result
}
