import { fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { world } from "@/tests/setup/admin-world"
import { settingGroups } from "@/lib/contract/site/settings.groups"
import type { Setting } from "@/lib/contract/setting"
import { adminMenu, isGroup, visibleMenu } from "@/lib/view/admin-menu"
import { adminTabs, screenWords } from "@/lib/view/admin-words"
import { CommandPalette } from "./command-palette"
import { paletteEntries } from "./palette-entries"
import { noteRecent, readRecent } from "../crud/recent"
import { settingEntries } from "./use-setting-entries"

const menu = visibleMenu(["/admin/document", "/admin/document/list", "/admin/user", "/admin/user/list", "/admin/banner"])
const labels = (query: string) => paletteEntries(query, { menu, recent: readRecent(), tabs: [], settings: [] }).map(({ label }) => label)

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

const wholeMenu = visibleMenu(adminMenu.flatMap((entry) => (isGroup(entry) ? entry.pages : [entry])).map(({ path }) => path))
/** All settings, as `GET /config/list` answers them. */
const configRows = Object.entries(settingGroups as Record<string, Record<string, Setting>>).flatMap(([category, settings]) =>
  Object.entries(settings).map(([name, { label, hint = "", kind, options = [] }]) => ({
    id: 0,
    category,
    name,
    label,
    value: "",
    placeholder: hint,
    input_type: kind,
    options: options.join("\n"),
    sort: 0,
    col_num: 24,
    root_only: false,
    updated_at: null,
  })),
)
const sources = { menu: wholeMenu, recent: [], tabs: adminTabs, settings: settingEntries(configRows) }
const hrefs = (query: string) => paletteEntries(query, sources).map(({ href }) => href)

describe("the settings and screens that the palette finds", () => {
  it("every setting is found by its label and by its hint, and opens its field", () => {
    expect(sources.settings).toHaveLength(configRows.length)
    for (const { category, name, label, placeholder } of configRows) {
      const field = `?field=${category}.${name}`
      expect(
        hrefs(label).some((href) => href.endsWith(field)),
        label,
      ).toBe(true)
      if (placeholder)
        expect(
          hrefs(placeholder).some((href) => href.endsWith(field)),
          placeholder,
        ).toBe(true)
    }
  })
  it("the words of an owner lead to the right place first", () => {
    expect(hrefs("关闭网站")[0]).toBe("/admin/config/security?field=security.is_close")
    expect(hrefs("闭站说明")[0]).toBe("/admin/config/security?field=security.close_statement")
    expect(hrefs("评论审核")).toEqual(expect.arrayContaining(["/admin/comment", "/admin/user/group"]))
    expect(hrefs("首页公告")).toContain("/admin/article/list")
    expect(hrefs("底链")[0]).toBe("/admin/config/footer")
    expect(hrefs("webhook")[0]).toBe("/admin/config/system?tab=webhook")
    expect(hrefs("smtp 密码")[0]).toBe("/admin/config/email?field=email.password")
  })
  it("a word in pieces of one character matches nothing", () => expect(hrefs("网讯咖").every((href) => href.includes("?wd="))).toBe(true))
  it("every screen of the menu has further words", () => {
    const paths = adminMenu.flatMap((entry) => (isGroup(entry) ? entry.pages : [entry])).filter((page) => !page.behind)
    expect(Object.keys(screenWords).toSorted()).toEqual(paths.map(({ path }) => path).toSorted())
  })
  it("settings are for users who may open their screen", () => {
    expect(paletteEntries("关闭网站", { ...sources, menu }).every(({ href }) => !href.startsWith("/admin/config"))).toBe(true)
  })
})

it("the palette loads the settings of the server and opens one of them", async () => {
  world.grant("ConfigAPI/ListConfig")
  world.answer("GET /config/list", { config: configRows.filter(({ name }) => name === "is_close") })
  render(<CommandPalette menu={wholeMenu} onClose={() => undefined} />)
  fireEvent.change(screen.getByRole("combobox", { name: "快速打开" }), { target: { value: "关闭网站" } })
  fireEvent.click(await screen.findByRole("option", { name: /关闭网站.*安全配置/ }))
  expect(world.router.push).toHaveBeenCalledWith("/admin/config/security?field=security.is_close")
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
