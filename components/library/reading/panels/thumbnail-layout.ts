import type { Box, Plan } from "../layout/page-layout"
import type { Size } from "../reader-rules"

/** Columns of thumbnails, `width` of each, and what lies between them, in px; the number and the air below it take `below`. */
export type Grid = { columns: number; width: number; gap: number; below: number }

/** Thumbnails in rows as high as their highest page, aligned at the bottom. */
export const gridOf = (sizes: Size[], { columns, width, gap, below }: Grid): Plan => {
  const boxes: Box[] = []
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
