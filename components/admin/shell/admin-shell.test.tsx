import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { world } from "@/tests/setup/admin-world"
import { AdminShell } from "./admin-shell"

const logOut = vi.hoisted(() => vi.fn())
// logging out navigates away, which jsdom cannot do
vi.mock("@/components/people/session/use-log-out", () => ({ useLogOut: () => logOut }))

const show = () =>
  render(
    <AdminShell>
      <p>正文</p>
    </AdminShell>,
  )
const menu = () => within(screen.getByRole("navigation", { name: "后台菜单" }))

beforeEach(() => {
  Element.prototype.scrollTo = () => undefined
  world.set({ system: { sitename: "测试文库" } })
  world.goTo("/admin/banner")
  logOut.mockReset()
})
const enter = () => world.grant("BannerAPI/ListBanner", "UserAPI/ListUser")

describe("the layout of /admin", () => {
  it("shows only permitted pages, and marks the current one", () => {
    enter()
    show()
    expect(
      menu()
        .getAllByRole("link")
        .map((link) => link.textContent),
    ).toEqual(["面板", "轮播图管理"])
    expect(menu().getByRole("link", { current: "page" }).textContent).toBe("轮播图管理")
    fireEvent.click(menu().getByRole("button", { name: "用户管理" }))
    expect(menu().getByRole("link", { name: "用户列表" })).toBeTruthy()
    expect(menu().queryByText("系统设置")).toBeNull()
    expect(screen.getByText("正文")).toBeTruthy()
    expect(document.title).toBe("轮播图管理 - 测试文库")
  })

  it("opens the menu group of the current page", () => {
    enter()
    world.goTo("/admin/user/list")
    show()
    expect(menu().getByRole("link", { current: "page" }).textContent).toBe("用户列表")
  })

  it("is collapsed in a narrow window; a group then links to its first page", () => {
    enter()
    world.narrow(/999px/)
    show()
    expect(menu().getByRole("link", { name: "用户管理" }).getAttribute("href")).toBe("/admin/user/list")
    fireEvent.click(screen.getByRole("button", { name: "展开菜单" }))
    expect(menu().getByRole("button", { name: "用户管理" })).toBeTruthy()
  })

  it("says that the user may not open a page, but shows the dashboard", () => {
    enter()
    world.goTo("/admin/report")
    show()
    expect(screen.getByRole("heading", { name: "没有权限" })).toBeTruthy()
    expect(screen.queryByText("正文")).toBeNull()
    world.goTo("/admin/dashboard")
    show()
    expect(screen.getByText("正文")).toBeTruthy()
  })

  it("has no page for a screen that the server behind the site lacks", () => {
    world.grant("ReportAPI/ListReport")
    world.set({ capabilities: { absent: ["GET /report/list"] } })
    world.goTo("/admin/report")
    enter()
    show()
    expect(screen.getByRole("heading", { name: "后台没有这一页" })).toBeTruthy()
    expect(screen.queryByText("正文")).toBeNull()
  })

  it("waits for the permissions right after a login, with a time limit", () => {
    vi.useFakeTimers()
    show()
    expect(screen.getByLabelText("正在加载")).toBeTruthy()
    expect(screen.queryByText("没有权限")).toBeNull()
    act(() => void vi.advanceTimersByTime(8_000))
    expect(screen.getByRole("heading", { name: "没有权限" })).toBeTruthy()
    vi.useRealTimers()
  })

  it("has profile, password and logout in the dropdown; the token shortcut works but is not listed [security: 7.4.4]", async () => {
    enter()
    const write = vi.fn().mockResolvedValue(undefined)
    vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { clipboard: { writeText: write } }))
    show()
    fireEvent.click(screen.getByRole("button", { name: "管理员的菜单" }))
    expect((await screen.findAllByRole("menuitem")).map((item) => item.textContent)).toEqual(["个人资料", "修改密码", "退出登录"])
    fireEvent.keyDown(window, { key: "K", ctrlKey: true, shiftKey: true })
    await waitFor(() => expect(world.messages).toEqual(["您的 JSON Web Token 已复制到剪贴板"]))
    expect(write).toHaveBeenCalledWith("t")
    fireEvent.click(screen.getByRole("menuitem", { name: "修改密码" }))
    expect(await screen.findByRole("dialog")).toBeTruthy()
    fireEvent.click(screen.getByRole("menuitem", { name: "退出登录" }))
    expect(logOut).toHaveBeenCalled()
  })
})
