import { cleanup, render } from "@testing-library/react"
import { afterEach, describe, expect, test } from "vitest"
import type { Card } from "@/lib/view/library/document-card"
import { boxOf, Cover, thickness } from "./cover"

afterEach(cleanup)

const card = (changes: Partial<Card>): Card => ({
  id: 1,
  uuid: "a1b2",
  title: "提纲",
  ext: ".pdf",
  pages: 12,
  price: 0,
  is_vip: false,
  width: 595,
  height: 842,
  status: 2,
  version: 3,
  converted_pages: 12,
  ...changes,
})

describe("Cover", () => {
  test("a converted document shows its first page, by uuid and version", () => {
    const { container } = render(<Cover document={card({})} />)
    expect(container.querySelector("img")?.getAttribute("src")).toBe("/view/cover/a1b2?v=3")
  })

  test("an unconverted document shows a placeholder sheet of the same size", () => {
    const { container } = render(<Cover document={card({ status: 1, converted_pages: 0, width: 0, height: 0 })} />)
    expect(container.querySelector("img")).toBeNull()
    expect(container.querySelector("svg")?.getAttribute("viewBox")).toBe("0 0 210 297")
  })

  test("a document that failed to convert has a cover made from its title", () => {
    const { container } = render(<Cover document={card({ status: 3, converted_pages: 0, width: 0, height: 0 })} />)
    expect(container.querySelector("img")?.getAttribute("src")).toBe("/view/cover/a1b2?v=3")
    expect(container.querySelector("img")?.getAttribute("height")).toBe("297")
  })

  test("keeps the page's aspect ratio, between A4 and a wide slide", () => {
    expect(boxOf(960, 540)).toEqual({ width: 210, height: 118 })
    expect(boxOf(100, 1000)).toEqual({ width: 210, height: 297 })
    expect(boxOf(0, 0)).toEqual({ width: 210, height: 297 })
  })

  test("more pages look thicker", () => {
    expect([19, 20, 99, 100].map(thickness)).toEqual(["t1", "t2", "t2", "t3"])
  })
})
