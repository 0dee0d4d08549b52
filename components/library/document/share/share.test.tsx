import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { ShareDialog } from "./share-dialog"
import { linkOf, shareTargets } from "./embed-code"

vi.mock("@/components/providers/settings", () => ({ useSettings: () => ({ system: { sitename: "豆架" } }) }))
vi.mock("@/components/providers/feedback", () => ({ useFeedback: () => ({}) }))
vi.mock("next/dynamic", () => import("../testing/next-dynamic"))

let desk = true
beforeEach(() => {
  desk = true
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("min-width") && desk,
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.setAttribute("open", "")
  }
  history.replaceState(null, "", "/document/abc123#page=3")
})
const address = `${location.origin}/document/abc123`

describe("the QR code for a phone", () => {
  it("contains the current link, with and without the page", async () => {
    render(<ShareDialog title="函数" onClose={() => undefined} />)
    expect(await screen.findByRole("img", { name: `二维码：${address}#page=3` })).toBeTruthy()
    expect(screen.getByText("微信扫一扫，分享给朋友")).toBeTruthy()
    fireEvent.click(screen.getByRole("checkbox"))
    await waitFor(() => expect(screen.getByRole("img", { name: `二维码：${address}` })).toBeTruthy())
    expect(screen.getByLabelText<HTMLInputElement>("链接").value).toBe(address)
  })

  it("is black on white in every theme", async () => {
    render(<ShareDialog title="函数" onClose={() => undefined} />)
    const svg = await screen.findByRole("img", { name: /^二维码/ })
    expect([...svg.querySelectorAll("path")].map((path) => path.getAttribute("fill"))).toEqual(["#ffffff", "#000000"])
  })

  it("is behind 微信 on a phone, where no embed code is offered", async () => {
    desk = false
    render(<ShareDialog title="函数" onClose={() => undefined} />)
    expect(screen.queryByRole("img")).toBeNull()
    expect(screen.queryByLabelText("嵌入代码")).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>("链接").value).toBe(`${address}#page=3`)
    fireEvent.click(screen.getByRole("button", { name: "微信" }))
    expect(await screen.findByRole("img", { name: `二维码：${address}#page=3` })).toBeTruthy()
  })

  it("a wide screen is offered the embed code, folded below the link", () => {
    render(<ShareDialog title="函数" onClose={() => undefined} />)
    expect(screen.getByLabelText("嵌入代码").closest("details")!.open).toBe(false)
    expect(screen.queryByRole("button", { name: "微信" })).toBeNull()
  })
})

it("other share targets receive address and title correctly encoded", () => {
  const shared = { origin: "https://doujia.example", path: "/document/abc", title: `甲&url=坏"<b>`, page: 2 }
  for (const { href } of shareTargets(shared)) {
    const { searchParams } = new URL(href)
    expect([searchParams.get("url"), searchParams.get("title")]).toEqual([linkOf(shared), shared.title])
  }
})
