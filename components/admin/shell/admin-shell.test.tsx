import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import type { ReactNode } from "react"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { AdminShell } from "./admin-shell"

const world = vi.hoisted(() => ({
  path: "/admin/banner",
  allowedPages: [] as string[],
  notices: [] as string[],
  narrow: false,
  logOut: vi.fn(),
}))
vi.mock("next/navigation", () => ({ usePathname: () => world.path }))
vi.mock("next/link", () => ({
  default: ({ prefetch: _, children, ...props }: { prefetch?: boolean; children?: ReactNode }) => <a {...props}>{children}</a>,
}))
vi.mock("next/dynamic", () => ({ default: () => () => <p>表单</p> }))
vi.mock("@/components/providers/settings", () => ({ useSettings: () => ({ system: { sitename: "测试文库" } }) }))
vi.mock("@/components/site/use-log-out", () => ({ useLogOut: () => world.logOut }))
vi.mock("@/components/providers/feedback", () => {
  const feedback = { success: (text: string) => world.notices.push(text), error: (text: string) => world.notices.push(text) }
  return { useFeedback: () => feedback }
})
vi.mock("@/components/providers/session", () => {
  const state = () => ({
    ready: true,
    token: "the-token",
    user: { id: 1, username: "管理员", avatar: "" },
    allowedPages: world.allowedPages,
  })
  const store = { getState: state }
  return { useSession: (pick: (state: object) => unknown) => pick(state()), useSessionStore: () => store }
})

const show = () =>
  render(
    <AdminShell>
      <p>正文</p>
    </AdminShell>,
  )
const menu = () => within(screen.getByRole("navigation", { name: "后台菜单" }))

beforeEach(() => {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: world.narrow && query.includes("999px"),
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  Element.prototype.scrollTo = () => undefined
  Object.assign(world, { path: "/admin/banner", allowedPages: ["/admin/banner", "/admin/user", "/admin/user/list"], narrow: false })
  world.notices.length = 0
  world.logOut.mockReset()
})
afterEach(() => void vi.unstubAllGlobals())

describe("the shell of /admin", () => {
  it("shows only what the person may open, and where they are", () => {
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

  it("opens the group around the current page", () => {
    world.path = "/admin/user/list"
    show()
    expect(menu().getByRole("link", { current: "page" }).textContent).toBe("用户列表")
  })

  it("is folded on a narrow window; a group then leads to its first page", () => {
    world.narrow = true
    show()
    expect(menu().getByRole("link", { name: "用户管理" }).getAttribute("href")).toBe("/admin/user/list")
    fireEvent.click(screen.getByRole("button", { name: "展开菜单" }))
    expect(menu().getByRole("button", { name: "用户管理" })).toBeTruthy()
  })

  it("says calmly that a page is not for this person, but lets them see the dashboard", () => {
    world.path = "/admin/report"
    show()
    expect(screen.getByRole("heading", { name: "没有权限" })).toBeTruthy()
    expect(screen.queryByText("正文")).toBeNull()
    world.path = "/admin/dashboard"
    show()
    expect(screen.getByText("正文")).toBeTruthy()
  })

  it("waits for the rights right after a login, but not for ever", () => {
    vi.useFakeTimers()
    world.allowedPages = []
    show()
    expect(screen.getByLabelText("正在加载")).toBeTruthy()
    expect(screen.queryByText("没有权限")).toBeNull()
    act(() => void vi.advanceTimersByTime(8_000))
    expect(screen.getByRole("heading", { name: "没有权限" })).toBeTruthy()
    vi.useRealTimers()
  })

  it("has profile, password and logout in the dropdown; the token's command is there but not listed", async () => {
    const write = vi.fn().mockResolvedValue(undefined)
    vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { clipboard: { writeText: write } }))
    show()
    fireEvent.click(screen.getByRole("button", { name: "管理员的菜单" }))
    expect((await screen.findAllByRole("menuitem")).map((item) => item.textContent)).toEqual(["个人资料", "修改密码", "退出登录"])
    fireEvent.keyDown(window, { key: "K", ctrlKey: true, shiftKey: true })
    await waitFor(() => expect(world.notices).toEqual(["您的 JSON Web Token 已复制到剪贴板"]))
    expect(write).toHaveBeenCalledWith("the-token")
    fireEvent.click(screen.getByRole("menuitem", { name: "修改密码" }))
    expect(await screen.findByRole("dialog")).toBeTruthy()
    fireEvent.click(screen.getByRole("menuitem", { name: "退出登录" }))
    expect(world.logOut).toHaveBeenCalled()
  })
})
