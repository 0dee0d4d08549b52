import { act, fireEvent, screen } from "@testing-library/react"
import { expect, it, vi } from "vitest"
import { draw, layout, long, prepareReader } from "./testing/reader.fixture"

vi.mock("next/dynamic", () => import("../document/testing/next-dynamic"))
const margins = { left: 0.1, top: 0.1, right: 0.1, bottom: 0.1 }
vi.mock("./store/image-ink", () => ({
  // the ink of page 4 reaches the edges
  loadMargins: async (address: string) => (address.includes("/4?") ? { left: 0, top: 0, right: 0, bottom: 0 } : margins),
}))
prepareReader()

const openSettings = async () => {
  fireEvent.click(screen.getByRole("button", { name: "阅读设置" }))
  await screen.findByRole("dialog", { name: "阅读设置" })
}
const pageBox = (container: HTMLElement, page: number) => {
  const sheet = container.querySelector<HTMLElement>(`.sheet[data-page="${page}"]`)!
  const leaf = sheet.querySelector<HTMLElement>(".leaf")!.style
  return { unit: parseFloat(sheet.style.getPropertyValue("--u")), left: parseFloat(leaf.left), width: parseFloat(leaf.width) }
}

it("phones cut off the empty margins of the pages if one likes, and remember it", async () => {
  vi.stubGlobal("innerWidth", 375)
  const { container } = draw(long({ thumbs: true }))
  await openSettings()
  fireEvent.click(screen.getByRole("button", { name: "裁掉白边" }))
  await vi.waitFor(() => expect(pageBox(container, 2).unit).toBeCloseTo(layout.room / 595 / 0.8, 4))
  const { left, width } = pageBox(container, 2)
  expect([left, width]).toEqual([expect.closeTo(-layout.room / 8, 3), expect.closeTo(layout.room / 0.8, 3)])
  expect(pageBox(container, 4).unit, "nothing of it is cut off").toBeCloseTo(layout.room / 595, 4)
  expect(JSON.parse(localStorage.getItem("reader")!)).toMatchObject({ crop: true })
  fireEvent.click(screen.getByRole("button", { name: "保留" }))
  await act(async () => undefined)
  expect(pageBox(container, 2).unit).toBeCloseTo(layout.room / 595, 4)
})

it("wider windows and documents without thumbnails do not offer it", async () => {
  const { unmount } = draw(long({ thumbs: true }))
  await openSettings()
  expect(screen.queryByRole("group", { name: "页边" })).toBeNull()
  unmount()
  vi.stubGlobal("innerWidth", 375)
  draw(long())
  await openSettings()
  expect(screen.queryByRole("group", { name: "页边" })).toBeNull()
})
