import { describe, expect, it } from "vitest"
import { cropOf, inkMargins, samplePages, withPages } from "./ink-margins"
import { marginsOf, type PageMargins } from "./page-crop"

/** A white picture of 100 × 200 px with a box of ink. */
const picture = (box: [left: number, top: number, right: number, bottom: number] | null, paper = 255, ink = 0) => {
  const [width, height] = [100, 200]
  const data = new Uint8ClampedArray(width * height * 4).fill(paper)
  if (box)
    for (let y = box[1]; y <= box[3]; y++)
      for (let x = box[0]; x <= box[2]; x++) data.fill(ink, (y * width + x) * 4, (y * width + x) * 4 + 3)
  return { data, width, height }
}
const margins = (left: number, top = 0.1, right = left, bottom = top): PageMargins => ({ left, top, right, bottom })

describe("the empty margins of a page", () => {
  it("end a little before the ink, on paper of any colour", () => {
    for (const [paper, ink] of [
      [255, 0],
      [240, 200],
      [20, 230],
    ] as const) {
      const { left, top, right, bottom } = inkMargins(picture([12, 30, 89, 179], paper, ink))!
      expect([left, top, right, bottom].map((side) => side.toFixed(3))).toEqual(["0.100", "0.130", "0.080", "0.080"])
    }
  })

  it("are none where colour reaches the edges, and unknown on a blank page", () => {
    expect(inkMargins(picture([0, 0, 99, 150]))).toEqual(margins(0, 0))
    expect(inkMargins(picture(null))).toBeNull()
  })

  it("are never wider than a quarter of the page", () => {
    expect(inkMargins(picture([48, 98, 52, 102]))).toEqual(margins(0.25, 0.25))
  })
})

describe("the crop of a document", () => {
  it("is the same on odd and on even pages, and no page loses ink", () => {
    const measured = new Map<number, PageMargins | null>()
    for (let page = 1; page <= 20; page++) measured.set(page, page % 2 ? margins(0.15) : margins(0.1))
    measured.set(7, margins(0.02))
    measured.set(8, null)
    const crop = cropOf(measured)
    expect(marginsOf(crop, 5)).toEqual(margins(0.15))
    expect(marginsOf(crop, 7), "a wide figure").toEqual(margins(0.02))
    expect(marginsOf(crop, 8), "a blank page").toEqual(margins(0.1))
    expect(marginsOf(crop, 301), "not measured yet").toEqual(margins(0.15))
    for (const [page, itself] of measured) if (itself) expect(marginsOf(crop, page).left).toBeLessThanOrEqual(itself.left)
  })

  it("changes only for a page whose ink reaches further", () => {
    const crop = cropOf(
      new Map([
        [1, margins(0.1)],
        [2, margins(0.1)],
      ]),
    )
    expect(withPages(crop, new Map([[3, margins(0.2)]]))).toBe(crop)
    expect(marginsOf(withPages(crop, new Map([[3, margins(0.05, 0.2)]])), 3)).toEqual(margins(0.05, 0.1))
  })

  it("cuts nothing off while nothing is measured", () => {
    expect(marginsOf(cropOf(new Map()), 1)).toEqual(margins(0, 0))
  })

  it("is measured on a few pages of the document, odd and even ones", () => {
    const pages = samplePages(40, 300)
    expect(pages.length).toBeLessThanOrEqual(12)
    expect(pages).toEqual(expect.arrayContaining([38, 39, 40, 41, 42]))
    expect(pages.filter((page) => page % 2).length).toBeGreaterThan(3)
    expect(samplePages(1, 1)).toEqual([1])
    expect(samplePages(1, 0)).toEqual([])
  })
})
