import { fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { world } from "@/tests/setup/admin-world"
import { visibleMenu } from "@/lib/view/admin-menu"
import { CommandPalette } from "./command-palette"
import { paletteEntries } from "./palette-entries"
import { noteRecent, readRecent } from "./recent"

const menu = visibleMenu(["/admin/document", "/admin/document/list", "/admin/user", "/admin/user/list", "/admin/banner"])
const labels = (query: string) => paletteEntries(query, menu, readRecent()).map(({ label }) => label)

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
})

describe("the entries of the palette", () => {
  it("screens that the user may open, matched by their keywords", () => {
    expect(labels("")).toEqual(["面板", "文档列表", "用户列表", "轮播图管理"])
    expect(labels("轮播")).toEqual(["轮播图管理", "在文档里找“轮播”", "在用户里找“轮播”"])
    expect(labels("管理 列表").slice(0, 2)).toEqual(["文档列表", "用户列表"])
  })
  it("recently opened screens, newest first, each once, without screens that are no longer permitted", () => {
    for (const title of ["合同", "讲义", "合同"]) noteRecent({ path: `/admin/document/list?wd=${title}`, title, kind: "文档" })
    noteRecent({ path: "/admin/report", title: "一条举报", kind: "举报" })
    expect(labels("").slice(0, 3)).toEqual(["合同", "讲义", "面板"])
    for (let n = 0; n < 20; n++) noteRecent({ path: "/admin/banner", title: `图 ${n}`, kind: "轮播图" })
    expect(readRecent()).toHaveLength(8)
    window.localStorage.setItem("admin:recent", '[{"path":"https://evil.example","title":"x"},null,3]')
    expect(readRecent()).toEqual([])
  })
})

it("opens a screen by keyboard: typed text, arrows, Enter", async () => {
  const onClose = vi.fn()
  render(<CommandPalette menu={menu} onClose={onClose} />)
  const input = screen.getByRole("combobox", { name: "快速打开" })
  fireEvent.change(input, { target: { value: "列表" } })
  const chosen = () => within(screen.getByRole("listbox")).getByRole("option", { selected: true }).textContent
  expect(chosen()).toContain("文档列表")
  fireEvent.keyDown(input, { key: "ArrowDown" })
  expect(chosen()).toContain("用户列表")
  fireEvent.keyDown(input, { key: "ArrowUp" })
  fireEvent.keyDown(input, { key: "ArrowUp" })
  expect(chosen()).toContain("在用户里找“列表”")
  fireEvent.keyDown(input, { key: "Enter" })
  await waitFor(() => expect(world.router.push).toHaveBeenCalledWith(`/admin/user/list?wd=${encodeURIComponent("列表")}`))
  expect(onClose).toHaveBeenCalled()
})

it("shows a message when nothing matches", () => {
  render(<CommandPalette menu={visibleMenu([])} onClose={() => undefined} />)
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "没有的" } })
  expect(screen.getByText("没有这样的页面")).toBeTruthy()
})
