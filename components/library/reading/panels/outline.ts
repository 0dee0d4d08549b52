import type { OutlineItem } from "@/lib/contract/types"

/**
 * Returns the index of the current entry: the last that begins on this page or before; -1 before the first. Entries may be out of order:
 * the nearest page counts, then the later entry.
 */
export const currentSection = (items: OutlineItem[], page: number): number => {
  let currentIndex = -1
  items.forEach((item, index) => {
    if (item.page > 0 && item.page <= page && (currentIndex < 0 || item.page >= items[currentIndex]!.page)) currentIndex = index
  })
  return currentIndex
}

/** Returns the rendered depth of an entry, 0 to 3, relative to the lowest level in the list. */
export const depthOf = (items: OutlineItem[], index: number): number => {
  const least = Math.min(...items.map((item) => item.level))
  return Math.min(3, Math.max(0, items[index]!.level - least))
}
