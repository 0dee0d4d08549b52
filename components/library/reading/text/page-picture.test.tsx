import { fireEvent, screen } from "@testing-library/react"
import { expect, it, vi } from "vitest"
import { world } from "@/tests/setup/world"
import { draw, long, prepareReader } from "../testing/reader.fixture"

vi.mock("next/dynamic", () => import("../../document/testing/next-dynamic"))
/** Two columns of text on a page of 100 × 140 px; null = the browser does not give the pixels. */
const pixels = vi.hoisted(() => ({ there: true }))
vi.mock("../store/image-ink", () => ({
  loadMargins: async () => null,
  pixelsOf: () => {
    if (!pixels.there) throw new Error("tainted")
    const data = new Uint8ClampedArray(100 * 140 * 4).fill(255)
    for (let y = 20; y < 120; y++)
      for (const [left, right] of [
        [10, 46],
        [54, 90],
      ] as const)
        data.fill(0, (y * 100 + left) * 4, (y * 100 + right) * 4)
    return { data, width: 100, height: 140 }
  },
}))
prepareReader()

const open = async () => {
  world.answer("GET /document/blocks", { pages: 300, page: [{ page: 1, blocks: [] }] })
  const { container } = draw(long())
  fireEvent.click(screen.getByRole("button", { name: "文字版" }))
  const picture = await screen.findByRole("img", { name: "第 1 页的图片" })
  fireEvent.load(picture)
  return container
}

it("a page without trusted text is cropped to its ink, and its columns follow each other", async () => {
  pixels.there = true
  const container = await open()
  const strips = [...container.querySelectorAll<HTMLElement>(".reflow-strip img")]
  expect(strips).toHaveLength(2)
  expect(strips.map((image) => Number.parseFloat(image.style.width) > 200)).toEqual([true, true])
  expect(Number.parseFloat(strips[1]!.style.left)).toBeLessThan(Number.parseFloat(strips[0]!.style.left))
  expect(screen.getAllByRole("img", { name: "第 1 页的图片" }), "one of them names the page").toHaveLength(1)
  expect(screen.getByText("这一页没有可以读取的文字，显示的是它的图片")).toBeTruthy()
})

it("stays whole if its pixels are not available", async () => {
  pixels.there = false
  const container = await open()
  expect(container.querySelector(".reflow-strip")).toBeNull()
  expect(screen.getByRole("img", { name: "第 1 页的图片" }).style.aspectRatio).toBe("595/842")
})
