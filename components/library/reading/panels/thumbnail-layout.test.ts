import { describe, expect, it } from "vitest"
import { gridOf } from "./thumbnail-layout"

describe("thumbnails in columns", () => {
  it("are arranged in rows as high as their tallest page", () => {
    const { boxes, width, height } = gridOf(
      [
        [100, 200],
        [200, 100],
        [100, 100],
        [100, 150],
      ],
      { columns: 3, width: 90, gap: 10, below: 40 },
    )
    expect(boxes.map(({ page, x, y, top, end }) => [page, x, y, top, end])).toEqual([
      [1, 0, 0, 0, 220],
      [2, 100, 135, 0, 220],
      [3, 200, 90, 0, 220],
      [4, 0, 220, 220, 395],
    ])
    expect([width, height]).toEqual([290, 395])
  })
})
