import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { localStore, tabStore } from "@/lib/browser-storage"
import { refusal, world } from "@/tests/setup/world"
import { Announcements } from "./announcements"
import { AnnouncementsLater } from "./announcements-later"

const row = (id: number, title: string, more = {}) => ({ id, title, content: "", href: "", dismissible: true, ...more })
beforeEach(() => {
  localStore.clear()
  tabStore.clear()
  vi.stubGlobal("matchMedia", () => ({ matches: false }))
})

describe("the bar of announcements", () => {
  it("shows one after another, and those that were closed never again", async () => {
    world.answer("GET /announcement/current", { announcement: [row(2, "新的", { href: "/article/x" }), row(1, "旧的")] })
    const first = render(<Announcements />)
    expect(await screen.findByText("新的")).toBeTruthy()
    expect(screen.getByText("还有 1 条")).toBeTruthy()
    expect(screen.getByRole("link", { name: "查看" }).getAttribute("href")).toBe("/article/x")
    fireEvent.click(screen.getByRole("button", { name: "关闭，不再显示" }))
    expect(screen.getByText("旧的")).toBeTruthy()
    expect(screen.queryByText("还有 1 条")).toBeNull()
    first.unmount()
    render(<Announcements />)
    expect(await screen.findByText("旧的")).toBeTruthy()
    expect(screen.queryByText("新的")).toBeNull()
  })

  it("one that must not be closed for good is back in the next visit", async () => {
    world.answer("GET /announcement/current", { announcement: [row(3, "重要", { dismissible: false })] })
    const first = render(<Announcements />)
    fireEvent.click(await screen.findByRole("button", { name: "收起" }))
    expect(screen.queryByText("重要")).toBeNull()
    first.unmount()
    tabStore.clear()
    render(<Announcements />)
    expect(await screen.findByText("重要")).toBeTruthy()
  })

  it("a link to another site opens a new tab", async () => {
    world.answer("GET /announcement/current", { announcement: [row(4, "外面", { href: "https://example.org/" })] })
    render(<Announcements />)
    expect((await screen.findByRole("link", { name: "查看" })).getAttribute("target")).toBe("_blank")
  })

  it("a failure shows nothing", async () => {
    world.answer("GET /announcement/current", refusal(500, "坏了"))
    const { container } = render(<Announcements />)
    await waitFor(() => expect(world.api.mock.calls).toHaveLength(1))
    expect(container.textContent).toBe("")
  })

  it("nothing is asked before the session is known", () => {
    world.session.setState({ ready: false })
    render(<AnnouncementsLater />)
    expect(world.api.mock.calls).toEqual([])
    world.session.setState({ ready: true })
  })
})
