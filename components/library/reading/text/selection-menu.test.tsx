import { act, fireEvent, screen, waitFor } from "@testing-library/react"
import { beforeEach, expect, it, vi } from "vitest"
import { world } from "@/tests/setup/world"
import { draw, long, prepareReader } from "../testing/reader.fixture"

vi.mock("next/dynamic", () => import("../../document/testing/next-dynamic"))
prepareReader()

const written: string[] = []
beforeEach(() => {
  written.length = 0
  vi.stubGlobal(
    "navigator",
    Object.create(navigator, { clipboard: { value: { writeText: async (text: string) => void written.push(text) } } }),
  )
  Range.prototype.getBoundingClientRect = () => ({ left: 100, top: 300, bottom: 320, width: 80, height: 20 }) as DOMRect
  world.answer("GET /document/words", {
    words: [
      ["函数的概念", 72, 80, 100, 14],
      ["与性质", 72, 100, 60, 14],
    ],
  })
})

/** Selects from the third character of the first line to the end of the second. */
const select = async (container: HTMLElement) => {
  const layer = await waitFor(() => {
    const element = container.querySelector('[data-page="1"] .text-layer')
    expect(element).toBeTruthy()
    return element!
  })
  const [first, second] = [...layer.querySelectorAll("[data-run]")].map((span) => span.firstChild!)
  document.getSelection()!.setBaseAndExtent(first!, 2, second!, 3)
  fireEvent(document, new Event("selectionchange"))
  return screen.findByRole("toolbar", { name: "选中的文字" })
}

it("selected text can be copied, or quoted with its title, page and address", async () => {
  const { container } = draw(long())
  const menu = await select(container)
  fireEvent.click(screen.getByRole("button", { name: "复制" }))
  await screen.findByRole("button", { name: "已复制" })
  fireEvent.click(screen.getByRole("button", { name: "引用" }))
  await waitFor(() => expect(written).toHaveLength(2))
  expect(written).toEqual(["的概念\n与性质", `“的概念 与性质”\n——《函数》第 1 页\n${location.origin}/document/abc#page=1`])
  expect(fireEvent.mouseDown(menu), "a press leaves the selection").toBe(false)
})

it("the document is searched for it", async () => {
  world.answer("GET /document/inside", { total: 0, hits: [] })
  const { container } = draw(long())
  await select(container)
  fireEvent.click(screen.getByRole("button", { name: "文中搜索" }))
  expect((await screen.findByRole<HTMLInputElement>("searchbox", { name: "在文档内搜索" })).value).toBe("的概念 与性质")
  expect(screen.queryByRole("toolbar", { name: "选中的文字" })).toBeNull()
})

it("goes with the selection and with Escape, and is not there for text elsewhere", async () => {
  const { container } = draw(long())
  await select(container)
  fireEvent.keyDown(document, { key: "Escape" })
  expect(screen.queryByRole("toolbar", { name: "选中的文字" })).toBeNull()
  await select(container)
  act(() => document.getSelection()!.removeAllRanges())
  fireEvent(document, new Event("selectionchange"))
  await waitFor(() => expect(screen.queryByRole("toolbar", { name: "选中的文字" })).toBeNull())
})

it("is absent where text must not be copied", async () => {
  draw(long(), { selectable: false })
  fireEvent(document, new Event("selectionchange"))
  await new Promise((done) => setTimeout(done, 400))
  expect(screen.queryByRole("toolbar", { name: "选中的文字" })).toBeNull()
})
