import type { PageBox, PagePlan } from "../store/page-layout"
import type { Size } from "../store/reader-rules"

/**
 * The number of columns, the `width` of each and the `gap` between them, in px; `below` is the space for the number and the margin below
 * it.
 */
export type Grid = { columns: number; width: number; gap: number; below: number }

/** Lays out thumbnails in rows as high as their highest page, aligned at the bottom. */
export const gridOf = (sizes: Size[], { columns, width, gap, below }: Grid): PagePlan => {
  const boxes: PageBox[] = []
  let top = 0
  for (let at = 0; at < sizes.length; at += columns) {
    const heights = sizes.slice(at, at + columns).map(([wide, tall]) => (width * tall) / wide)
    const tallest = Math.max(...heights)
    const end = top + tallest + below
    heights.forEach((height, column) =>
      boxes.push({
        page: at + column + 1,
        x: column * (width + gap),
        y: top + tallest - height,
        width,
        height,
        top,
        end,
        scale: width / sizes[at + column]![0],
      }),
    )
    top = end
  }
  return { boxes, width: columns * (width + gap) - gap, height: top }
}
