import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  boxOf,
  depthOf,
  heightAt,
  type LayoutInput,
  indexAt,
  leafFrom,
  type Mode,
  pagesBetween,
  positionOf,
  planOf,
  pointAt,
  rowStart,
  windowOf,
} from "./page-layout"
import type { Size, Rotation, Zoom } from "./reader-rules"

const size = fc.tuple(fc.integer({ min: 100, max: 2000 }), fc.integer({ min: 100, max: 2000 })) as fc.Arbitrary<Size>
const input = fc.record({
  sizes: fc.array(size, { minLength: 1, maxLength: 400 }),
  width: fc.integer({ min: 280, max: 2500 }),
  height: fc.integer({ min: 300, max: 1600 }),
  gap: fc.integer({ min: 4, max: 24 }),
  zoom: fc.oneof(fc.constantFrom<Zoom>("width", "page"), fc.double({ min: 0.5, max: 3, noNaN: true })),
  turn: fc.constantFrom<Rotation>(0, 90, 180, 270),
  mode: fc.constantFrom<Mode>("scroll", "double"),
  page: fc.constant(1),
}) as fc.Arbitrary<LayoutInput>
const a4 = (pages: number): Size[] => Array.from({ length: pages }, () => [595, 842])
const sample: LayoutInput = { sizes: a4(300), width: 700, height: 700, gap: 16, zoom: "width", turn: 0, mode: "scroll", page: 1 }

describe("the page layout", () => {
  it("has the height of 300 pages from their sizes, before any page has loaded", () => {
    const plan = planOf(sample)
    const tall = (700 * 842) / 595
    expect(plan.height).toBeCloseTo(300 * tall + 299 * 16, 3)
    expect(boxOf(plan, 200)!.y).toBeCloseTo(199 * (tall + 16), 3)
  })

  it("shows one column of a wide sheet, and letters no larger than they need to be", () => {
    const a3: Size[] = [[1191, 842]]
    const scale = (input: Partial<LayoutInput>) => boxOf(planOf({ ...sample, sizes: a3, zoom: "column", ...input }), 1)!.scale
    expect(scale({ width: 800 })).toBeCloseTo(1600 / 1191, 3)
    expect(scale({ width: 1200 })).toBeCloseTo(9 / (10.5 * 0.47), 3)
    expect(scale({ width: 800, zoom: "width" })).toBeCloseTo(800 / 1191, 3)
    expect(scale({ width: 800, sizes: a4(1) })).toBeCloseTo(800 / 595, 3)
    expect(scale({ width: 800, sizes: [[960, 540]] })).toBeCloseTo(800 / 960, 3)
  })

  it("reserves advertisement space between pages, not after the last, and only in continuous mode", () => {
    const tall = (700 * 842) / 595
    const pageAds = { every: 5, from: 1, height: 120 }
    const plan = planOf({ ...sample, sizes: a4(10), pageAds })
    expect(boxOf(plan, 6)!.y - boxOf(plan, 5)!.end).toBeCloseTo(16 + 120 + 16, 3)
    expect(boxOf(plan, 5)!.y).toBeCloseTo(4 * (tall + 16), 3)
    expect(plan.height).toBeCloseTo(10 * tall + 9 * 16 + 136, 3)
    expect(planOf({ ...sample, sizes: a4(12), pageAds: { ...pageAds, from: 6 } }).height, "not above what is read already").toBeCloseTo(
      12 * tall + 11 * 16 + 136,
      3,
    )
    expect(planOf({ ...sample, sizes: a4(10), mode: "double", pageAds }).height).toBe(
      planOf({ ...sample, sizes: a4(10), mode: "double" }).height,
    )
    expect(pagesBetween(plan, boxOf(plan, 5)!.end + 20, boxOf(plan, 5)!.end + 100), "nothing but the room itself is seen").toEqual({
      from: 6,
      to: 6,
    })
  })

  it("never overlaps rows, keeps the aspect ratio of every page, and ends where the last row ends", () => {
    fc.assert(
      fc.property(input, (one) => {
        const plan = planOf(one)
        expect(plan.boxes.map((box) => box.page)).toEqual(one.sizes.map((_, index) => index + 1))
        plan.boxes.forEach((box, index) => {
          const [width, height] = one.sizes[index]!
          const ratio = one.turn % 180 ? height / width : width / height
          expect(box.width / box.height).toBeCloseTo(ratio, 4)
          expect(box.y).toBeGreaterThanOrEqual(box.top - 0.001)
          expect(box.y + box.height).toBeLessThanOrEqual(box.end + 0.001)
          expect(box.x).toBeGreaterThanOrEqual(-0.001)
          expect(box.x + box.width).toBeLessThanOrEqual(plan.width + 0.001)
          const next = plan.boxes[index + 1]
          if (!next) return
          if (next.top === box.top) expect(next.x).toBeGreaterThanOrEqual(box.x + box.width + one.gap - 0.001)
          else expect(next.top).toBeCloseTo(box.end + one.gap, 3)
        })
        expect(plan.height).toBeCloseTo(plan.boxes.at(-1)!.end, 3)
      }),
      { numRuns: 60 },
    )
  })

  it("fits the width or the whole page as requested", () => {
    fc.assert(
      fc.property(input, (one) => {
        fc.pre(typeof one.zoom !== "number")
        const plan = planOf(one)
        for (const box of plan.boxes) {
          expect(box.width).toBeLessThanOrEqual(one.width + 0.001)
          if (one.zoom === "page") expect(box.height).toBeLessThanOrEqual(one.height + 0.001)
        }
      }),
      { numRuns: 40 },
    )
  })

  it("renders one page in the paged modes, and the whole of it in a presentation", () => {
    const single = planOf({ ...sample, mode: "single", page: 42, zoom: 1 })
    expect(single.boxes.map((box) => box.page)).toEqual([42])
    expect(single.boxes[0]!.width).toBeCloseTo((595 * 4) / 3, 3)
    const slide = planOf({ ...sample, mode: "slides", page: 3, zoom: 3, width: 1280, height: 720 })
    expect(slide.boxes[0]!.height).toBeCloseTo(720, 3)
    expect(slide.boxes[0]!.x).toBeCloseTo((1280 - (720 * 595) / 842) / 2, 3)
  })

  it("places two pages side by side, the cover alone at the right, a single last page in its own half", () => {
    const plan = planOf({ ...sample, sizes: a4(6), mode: "double" })
    expect(plan.boxes.map((box) => Math.round(box.x))).toEqual([358, 0, 358, 0, 358, 0])
    expect(plan.boxes[5]!.width).toBeCloseTo(342, 3)
    expect(
      planOf({ ...sample, sizes: a4(2), mode: "double" }).boxes.map((box) => Math.round(box.x)),
      "two pages are no book",
    ).toEqual([0, 358])
  })

  it("goes from the cover to the pairs behind it and back", () => {
    expect([1, 2, 3, 4, 5].map((page) => rowStart(page, "double", 9))).toEqual([1, 2, 2, 4, 4])
    expect([1, 2, 3, 5].map((page) => leafFrom(page, 1, "double", 9))).toEqual([2, 4, 4, 6])
    expect([1, 2, 3, 4].map((page) => leafFrom(page, -1, "double", 9))).toEqual([0, 1, 1, 2])
    expect([leafFrom(1, 1, "double", 2), leafFrom(7, -1, "single", 9), leafFrom(7, 1, "scroll", 9)]).toEqual([3, 6, 8])
  })
})

describe("the rendered pages", () => {
  it("finds the row at any height", () => {
    fc.assert(
      fc.property(input, fc.double({ min: 0, max: 1, noNaN: true }), (one, part) => {
        const plan = planOf(one)
        const y = plan.height * part
        const at = indexAt(plan, y)
        expect(at === plan.boxes.length - 1 || plan.boxes[at]!.end > y).toBe(true)
        if (at > 0) expect(plan.boxes[at - 1]!.end).toBeLessThanOrEqual(y)
      }),
      { numRuns: 60 },
    )
  })

  it("renders at most twelve, all visible ones, and only existing pages", () => {
    fc.assert(
      fc.property(input, fc.double({ min: -0.2, max: 1.2, noNaN: true }), fc.integer({ min: 100, max: 2200 }), (one, part, screen) => {
        const plan = planOf(one)
        const top = plan.height * part
        const seen = pagesBetween(plan, top, top + screen)
        const span = windowOf(seen, one.sizes.length)
        expect(span.from).toBeGreaterThanOrEqual(1)
        expect(span.to).toBeLessThanOrEqual(one.sizes.length)
        expect(span.from).toBeLessThanOrEqual(seen.from)
        expect(span.to).toBeGreaterThanOrEqual(seen.to)
        const onScreen = seen.to - seen.from + 1
        expect(span.to - span.from + 1).toBeLessThanOrEqual(Math.max(12, onScreen))
        for (const box of plan.boxes)
          if (box.end > top && box.top < top + screen) expect(box.page >= span.from && box.page <= span.to).toBe(true)
      }),
      { numRuns: 80 },
    )
  })

  it("renders ahead in the reading direction", () => {
    expect(windowOf({ from: 100, to: 101 }, 300)).toEqual({ from: 98, to: 104 })
    expect(windowOf({ from: 1, to: 2 }, 300)).toEqual({ from: 1, to: 5 })
    expect(windowOf({ from: 300, to: 300 }, 300)).toEqual({ from: 298, to: 300 })
    expect(windowOf({ from: 10, to: 20 }, 300)).toEqual({ from: 10, to: 21 })
  })
})

describe("a position on a page", () => {
  it("is found again after zoom, width, rotation and mode change", () => {
    fc.assert(
      fc.property(
        input,
        input,
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        (one, other, across, down) => {
          const plan = planOf(one)
          const box = plan.boxes[Math.floor(down * plan.boxes.length)]!
          const point = pointAt(plan, box.x + box.width * across, box.y + box.height * down)!
          expect(point.page).toBe(box.page)
          expect(point.x).toBeCloseTo(across, 4)
          expect(point.y).toBeCloseTo(down, 4)
          const next = planOf({ ...other, sizes: one.sizes })
          const position = positionOf(next, point)!
          const now = boxOf(next, point.page)!
          expect((position.x - now.x) / now.width).toBeCloseTo(across, 4)
          expect((position.y - now.y) / now.height).toBeCloseTo(down, 4)
        },
      ),
      { numRuns: 60 },
    )
  })

  it("does not exist on a page that is not rendered", () => {
    expect(positionOf(planOf({ ...sample, mode: "single", page: 3 }), { page: 4, x: 0, y: 0 })).toBeNull()
  })
})

describe("pages without their margins", () => {
  const side = { left: 0.1, top: 0.05, right: 0.1, bottom: 0.15 }
  const crop = { odd: side, even: { ...side, left: 0 }, pages: new Map([[3, { left: 0, top: 0, right: 0, bottom: 0 }]]) }
  const cropped = planOf({ ...sample, sizes: a4(4), crop })

  it("fill the width with what remains; a page whose ink reaches the edges is whole", () => {
    const scales = cropped.boxes.map(({ scale }) => (scale * 595) / 700)
    for (const [index, scale] of [1 / 0.8, 1 / 0.9, 1, 1 / 0.9].entries()) expect(scales[index]).toBeCloseTo(scale, 6)
    expect(cropped.boxes.every(({ width }) => Math.abs(width - 700) < 1e-6)).toBe(true)
    expect(cropped.boxes[0]!.height).toBeCloseTo(842 * 0.8 * cropped.boxes[0]!.scale, 6)
  })

  it("keep the line that one reads when the crop changes", () => {
    const point = pointAt(cropped, 300, cropped.boxes[1]!.y + 120)!
    const before = positionOf(cropped, point)!
    expect([before.x, before.y - cropped.boxes[1]!.y].map(Math.round)).toEqual([300, 120])
    const plain = planOf({ ...sample, sizes: a4(4) })
    const box = plain.boxes[1]!
    expect((positionOf(plain, point)!.y - box.y) / box.height).toBeCloseTo(point.y, 6)
  })

  it("have their text and links at the same heights in points", () => {
    const box = boxOf(cropped, 1)!
    expect(depthOf(box, 842 * 0.05)).toBeCloseTo(0, 6)
    expect(heightAt(box, depthOf(box, 300))).toBeCloseTo(300, 6)
    const plain = boxOf(planOf(sample), 1)!
    expect(depthOf(plain, 300)).toBeCloseTo(300 * plain.scale, 6)
  })

  it("of a wide sheet still open at the width of a column", () => {
    const wide = { ...sample, sizes: [[1191, 842] as Size], width: 355, zoom: "column" as Zoom }
    expect(planOf({ ...wide, crop }).boxes[0]!.width).toBeGreaterThan(700)
  })
})
