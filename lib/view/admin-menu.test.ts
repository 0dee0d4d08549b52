import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { adminMenu, isGroup, isMissingList, isMissingScreen, menuEntryOf, visibleMenu } from "./admin-menu"
import { alwaysAllowed, pageGroups } from "../rules/people/admin-access"
import { settingsScreens } from "./site/settings-screens"
import { patience } from "../../tests/setup/patience"

const pages = adminMenu.flatMap((entry) => (isGroup(entry) ? entry.pages : [entry]))
const titles = (allowed: string[]) =>
  visibleMenu(allowed).flatMap((entry) => [entry.title, ...(isGroup(entry) ? entry.pages.map((page) => page.title) : [])])

describe("the menu of /admin", () => {
  test("always shows the dashboard, and a group only with a permitted page", () => {
    expect(titles([])).toEqual(["面板"])
    expect(titles(["/admin/user", "/admin/user/group"])).toEqual(["面板", "用户管理", "角色管理"])
    expect(titles(["/admin/banner"])).toEqual(["面板", "轮播图管理"])
  })

  test("a subscreen of another screen has a position, but no entry", () => {
    expect(titles(["/admin/article", "/admin/article/list", "/admin/article/set"])).toEqual(["面板", "文章管理", "文章列表"])
    expect(menuEntryOf("/admin/article/set")).toMatchObject({ page: { title: "文章编辑" }, group: { title: "文章管理" } })
  })

  test("omits what the back end does not have", () => {
    const allowed = ["/admin/user", "/admin/user/list", "/admin/user/sms", "/admin/config/system", "/admin/config/sms"]
    expect(titles(allowed)).toEqual(["面板", "用户管理", "用户列表", "短信记录", "系统设置", "基础配置", "短信配置"])
    const menu = visibleMenu(allowed, ["GET /sms/list", "GET /config/list sms"])
    expect(menu.flatMap((entry) => (isGroup(entry) ? entry.pages.map(({ title }) => title) : []))).toEqual(["用户列表", "基础配置"])
  })

  test("every page of it has a screen, and a permission that opens it", () => {
    const opened = new Set([...alwaysAllowed, ...pageGroups.flatMap((group) => group.pages)])
    for (const { path } of pages) {
      const config = /^\/admin\/config\/(.+)$/.exec(path)?.[1]
      expect(config ? settingsScreens.has(config) : existsSync(join(process.cwd(), "app", path, "page.tsx")), path).toBe(true)
      expect(opened.has(path), path).toBe(true)
    }
  })

  test("every screen is in it", () => {
    const files = readdirSync(join(process.cwd(), "app/admin"), { recursive: true, encoding: "utf8" }).filter(
      (name) => name.endsWith("page.tsx") && !name.includes("["),
    )
    const paths = files
      .map((name) => `/admin/${name.replace(/\/?page\.tsx$/, "")}`.replace(/\/$/, ""))
      .filter((path) => !["/admin", "/admin/index"].includes(path))
    expect(paths.filter((path) => !menuEntryOf(path))).toEqual([])
    expect([...settingsScreens.keys()].filter((name) => !menuEntryOf(`/admin/config/${name}`))).toEqual([])
  })

  test("finds the position of a path", () => {
    expect(menuEntryOf("/admin/user/list/")).toMatchObject({ page: { title: "用户列表" }, group: { title: "用户管理" } })
    expect(menuEntryOf("/admin/dashboard")).toMatchObject({ page: { title: "面板" }, group: null })
    expect(menuEntryOf("/admin/nothing")).toBeNull()
  })
  test("detects links to lists by a filter that the back end lacks", () => {
    const missing = (href: string) => isMissingList(href, { absent: ["GET /order/list refund_status", "GET /sms/list"] })
    expect(["/admin/order?refund_status=2", "/admin/user/sms?wd=1"].map(missing)).toEqual([true, true])
    expect(["/admin/order?order_status=2", "/admin/document/list?status=1", "/admin/dashboard"].map(missing)).toEqual([false, false, false])
  })
  test("detects addresses without a screen, and screens that the back end lacks", () => {
    const missing = (path: string) => isMissingScreen(path, ["GET /sms/list"])
    for (const path of ["/admin/nothing", "/admin/user", "/admin/user/sms", "/admin/config/nothing"]) expect(missing(path), path).toBe(true)
    for (const path of ["/admin", "/admin/", "/admin/index", "/admin/user/list", "/admin/user/list/", "/admin/config/sms", "/administer"])
      expect(missing(path), path).toBe(false)
  })
})

test("an address of nothing but slashes is parsed in linear time [security: 15.2.2]", () => {
  const begun = performance.now()
  expect(isMissingScreen(`/admin${"/".repeat(200_000)}x`, [])).toBe(true)
  expect(isMissingScreen(`/admin/dashboard${"/".repeat(200_000)}`, [])).toBe(false)
  expect(performance.now() - begun).toBeLessThan(1_000 * patience)
})
