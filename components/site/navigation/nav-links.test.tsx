import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import "@/tests/setup/world"
import { NavLinks } from "./nav-links"

const node = (id: number, title: string) => ({ id, title, cover: "", description: "", doc_count: 1, parent_id: 0, children: [] })
const item = { id: 1, title: "文档", href: "/category", color: "", target: "", children: [] }
const show = () => render(<NavLinks items={[item] as never} lists={{ document: true, article: false }} />)

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
  expect(vi.mocked(fetch).mock.calls).toEqual([["/categories.json"]])
  await waitFor(() => expect(document.activeElement?.textContent).toBe("数学"))
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
