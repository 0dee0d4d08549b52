import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import "@/tests/setup/world"
import type { HeaderItem } from "@/lib/view/site/navigation-fit"
// loaded on demand by the links; loaded here first, because transforming it may take longer than a test waits
import "./nav-cards"
import { NavLinks } from "./nav-links"

const node = (id: number, title: string) => ({ id, title, cover: "", description: "", doc_count: 1, parent_id: 0, children: [] })
const item = { id: 1, title: "文档", href: "/category", color: "", target: "", children: [], fit: "" }
const show = (items: HeaderItem[] = [item]) => render(<NavLinks items={items} lists={{ document: true, article: false }} />)

beforeEach(() => void vi.stubGlobal("fetch", vi.fn()))
afterEach(() => void vi.unstubAllGlobals())

test("categories are loaded on hover or focus, once, and ↓ focuses the first of them", async () => {
  vi.mocked(fetch).mockImplementation(async () => Response.json({ document: [node(3, "数学"), node(4, "物理")], article: [] }))
  show()
  expect(fetch).not.toHaveBeenCalled()
  const link = screen.getByRole("link", { name: "文档" })
  link.focus()
  fireEvent.mouseEnter(link.closest(".hover")!)
  fireEvent.keyDown(link, { key: "ArrowDown" })
  await waitFor(() => expect(document.activeElement?.textContent).toBe("数学"))
  expect(vi.mocked(fetch).mock.calls).toEqual([["/categories.json"]])
  expect(document.activeElement?.getAttribute("href")).toBe("/category/3")
  fireEvent.keyDown(document.activeElement!, { key: "Escape" })
  expect(document.activeElement).toBe(link)
  expect(screen.queryByRole("group")).toBeNull()
})

test("the rendered categories are shown if loading fails", async () => {
  vi.mocked(fetch).mockRejectedValue(new TypeError("no network"))
  show()
  fireEvent.keyDown(screen.getByRole("link", { name: "文档" }), { key: "ArrowDown" })
  await waitFor(() => expect(document.activeElement?.textContent).toBe("数学"))
})

test("a parent without an address is a button that opens its children; without children it is only text", async () => {
  const child = { ...item, id: 3, title: "下级", href: "/joinvip" }
  show([
    { ...item, id: 2, title: "上级", href: "", children: [child] },
    { ...item, id: 4, title: "文字", href: "" },
  ])
  expect(screen.queryAllByRole("link")).toEqual([])
  expect(screen.getByText("文字")).toBeTruthy()
  const parent = screen.getByRole("button", { name: "上级" })
  expect(parent.getAttribute("aria-expanded")).toBe("false")
  fireEvent.click(parent)
  expect((await screen.findByRole("link", { name: "下级" })).getAttribute("href")).toBe("/joinvip")
  expect(parent.getAttribute("aria-expanded")).toBe("true")
  fireEvent.click(parent)
  await waitFor(() => expect(screen.queryByRole("link")).toBeNull())
})

test("items that do not fit everywhere stand in 更多, too, with their children", async () => {
  const child = { ...item, id: 3, title: "下级", href: "/joinvip" }
  show([item, { ...item, id: 2, title: "上级", href: "", children: [child], fit: "fit-t3 fit-d1" }])
  const more = screen.getByRole("button", { name: "更多" })
  expect(more.closest(".hover")!.className).toContain("fit-t3 fit-d1")
  more.focus()
  fireEvent.keyDown(more, { key: "ArrowDown" })
  await waitFor(() => expect(document.activeElement?.textContent).toBe("下级"))
  expect(screen.getByRole("group", { name: "更多" }).querySelector("li")!.className).toBe("fit-t3 fit-d1")
  fireEvent.keyDown(document.activeElement!, { key: "ArrowUp" })
  await waitFor(() => expect(document.activeElement).toBe(more))
})

test("home lists the first level of both kinds, and a card closes when the focus goes to the search", async () => {
  vi.mocked(fetch).mockImplementation(async () =>
    Response.json({ document: [{ ...node(3, "理科"), children: [node(4, "物理")] }], article: [node(5, "随笔")] }),
  )
  render(
    <>
      <NavLinks items={[{ ...item, title: "首页", href: "/" }]} lists={{ document: true, article: true }} />
      <input aria-label="搜索" />
    </>,
  )
  const hover = screen.getByRole("link", { name: "首页" }).closest(".hover")!
  fireEvent.mouseEnter(hover)
  expect((await screen.findByRole("link", { name: "理科" }, { timeout: 3_000 })).getAttribute("href")).toBe("/category/3")
  expect(screen.getByRole("link", { name: "随笔" })).toBeTruthy()
  expect(screen.queryByRole("link", { name: "物理" })).toBeNull()
  // the pointer still rests on the item
  fireEvent.focusIn(screen.getByLabelText("搜索"))
  await waitFor(() => expect(screen.queryByRole("group")).toBeNull())
})
