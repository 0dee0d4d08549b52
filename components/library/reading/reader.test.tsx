import { act, cleanup, fireEvent, render, screen } from "@testing-library/react"
import { describe, expect, it, vi } from "vitest"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { refusal, world } from "@/tests/setup/world"
import { DownloadCount, ViewCount } from "../document/counted"
import { DocumentStateProvider } from "../../providers/document-state"
import { FavoriteCount } from "../../community/favorite/favorite-button"
import { Reader } from "./reader"
import { calls, draw, images, layout, long, pageField, prepareReader, sheets, source } from "./testing/reader.fixture"

vi.mock("next/dynamic", () => import("../document/testing/next-dynamic"))
prepareReader()

describe("the reader", () => {
  it("renders only the pages around the viewport, and has the height of all pages", () => {
    const { container } = draw(long())
    expect(sheets(container).map((sheet) => sheet.dataset.page)).toEqual(["1", "2", "3", "4", "5"])
    expect(parseFloat(container.querySelector<HTMLElement>(".pages-in")!.style.height)).toBeCloseTo(300 * layout.tall - 16, 3)
    expect(screen.getByAltText("函数 第 1 页").getAttribute("src")).toBe("/view/page/abc/1.gzip.svg?v=3")
    fireEvent.keyDown(window, { key: "End" })
    expect(sheets(container).map((sheet) => sheet.dataset.page)).toEqual(["298", "299", "300"])
    expect(parseFloat(container.querySelector<HTMLElement>('[data-page="300"]')!.style.top)).toBeCloseTo(299 * layout.tall, 3)
  })

  it("shows a page's thumbnail until the page has loaded", () => {
    const { container } = draw(long({ thumbs: true }))
    const sheet = container.querySelector<HTMLElement>('.sheet[data-page="2"]')!
    const sources = () => [...sheet.querySelectorAll("img")].map((image) => image.getAttribute("src"))
    expect(sources()).toEqual(["/view/thumb/abc/2?v=3", "/view/page/abc/2.gzip.svg?v=3"])
    fireEvent.load(sheet.querySelectorAll("img")[1]!)
    expect(sources()).toEqual(["/view/page/abc/2.gzip.svg?v=3"])
  })

  it("goes to a typed page number, but not past the last readable page", () => {
    draw()
    fireEvent.change(pageField(), { target: { value: "7" } })
    fireEvent.submit(pageField())
    expect(pageField().value).toBe("7")
    expect(layout.scrolled).toBeCloseTo(200 + 6 * layout.tall - 100 - 16, 3)
    fireEvent.change(pageField(), { target: { value: "40" } })
    fireEvent.submit(pageField())
    expect(pageField().value).toBe("12")
  })

  it("handles keyboard shortcuts, but not while the user types", () => {
    draw()
    fireEvent.keyDown(window, { key: "ArrowRight" })
    expect(pageField().value).toBe("2")
    fireEvent.keyDown(window, { key: "End" })
    expect(pageField().value).toBe("12")
    fireEvent.keyDown(pageField(), { key: "Home" })
    expect(pageField().value).toBe("12")
  })

  it.each(["#page=5", "?page=5"])("opens the page that the address names: %s", (address) => {
    history.replaceState(null, "", `/document/abc${address}`)
    draw()
    expect(pageField().value).toBe("5")
    expect(location.hash).toBe("#page=5")
  })

  it("retries a failed page and offers a reload after the third failure", async () => {
    vi.useFakeTimers()
    draw(source({ total: 1, sizes: [] }))
    for (const pause of [1_000, 2_000, 4_000, 0]) {
      fireEvent.error(screen.getByAltText("函数 第 1 页"))
      await vi.advanceTimersByTimeAsync(pause)
    }
    expect(screen.getByText("第 1 页没有加载出来")).toBeTruthy()
    fireEvent.click(screen.getByRole("button", { name: "重新加载" }))
    expect(screen.getByAltText("函数 第 1 页")).toBeTruthy()
  })

  it("shows the conversion progress and requests only converted pages", () => {
    draw(source({ status: DocumentStatus.converting, underway: true, pages: 22, total: 22, ready: 1 }))
    expect(screen.getByText("已完成 1 / 22 页，完成后自动显示，不用刷新。")).toBeTruthy()
    expect(screen.getByText("第 2 页正在转换")).toBeTruthy()
    expect(images()).not.toContain("函数 第 2 页")
  })

  it("does not promise pages on their own where the server announces none", () => {
    world.set({ capabilities: { absent: ["GET /document/progress"] } })
    draw(source({ status: DocumentStatus.pending, underway: true, pages: 0, total: 0, ready: 0, sizes: [] }))
    expect(screen.getByText("过一会儿刷新这一页，就能看到转换好的内容。")).toBeTruthy()
  })

  it("adds a history entry for a jump, not for paging, and never in an embed", () => {
    const { unmount } = draw(long())
    const before = history.length
    fireEvent.keyDown(window, { key: "ArrowRight" })
    expect(history.length).toBe(before)
    fireEvent.keyDown(window, { key: "End" })
    expect([history.length, location.hash]).toEqual([before + 1, "#page=300"])
    fireEvent.keyDown(window, { key: "Home" })
    expect([history.length, location.hash], "only on the way").toEqual([before + 1, ""])
    unmount()
    draw(long(), { embedded: true })
    fireEvent.keyDown(window, { key: "End" })
    expect(history.length).toBe(before + 1)
  })

  it("follows the scroll position", async () => {
    draw()
    layout.scrolled = 100 + layout.tall * 4
    fireEvent.scroll(window)
    await vi.waitFor(() => expect(pageField().value).toBe("5"))
    expect(images(), "what is on the screen comes first").toEqual(["函数 第 3 页", "函数 第 4 页", "函数 第 5 页"])
    for (const page of ["4", "5", "6"]) await vi.waitFor(() => fireEvent.load(screen.getByAltText(`函数 第 ${page} 页`)))
    expect(images()).toContain("函数 第 7 页")
    expect(images()).not.toContain("函数 第 1 页")
  })

  it("tells a visitor what is left of a document whose conversion failed, and not how to upload it", async () => {
    draw(source({ status: DocumentStatus.failed, total: 0, ready: 0, reason: "文件有密码，请去掉后重新上传" }))
    expect(await screen.findByText("可以下载原文件，用电脑或手机上的软件打开。")).toBeTruthy()
    expect(screen.queryByText(/重新上传/)).toBeNull()
  })

  it("explains to staff why a conversion failed", () => {
    world.enter({ id: 1 }, ["DocumentAPI/UpdateDocument"])
    draw(source({ status: DocumentStatus.failed, total: 0, ready: 0, reason: "文件有密码，请去掉后重新上传" }))
    expect(screen.getByText("文件有密码，请去掉后重新上传。原文件可以下载。")).toBeTruthy()
  })

  it("shows one page or two side by side, and remembers the choice", async () => {
    const { container } = draw(long())
    fireEvent.click(screen.getByRole("button", { name: "翻页方式：连续" }))
    fireEvent.click(screen.getByRole("menuitemradio", { name: "单页" }))
    fireEvent.keyDown(window, { key: "ArrowRight" })
    expect(sheets(container).map((sheet) => sheet.dataset.page)).toEqual(["2"])
    expect(JSON.parse(localStorage.getItem("reader")!)).toMatchObject({ mode: "single" })
    fireEvent.keyDown(window, { key: "m" })
    expect(pageField().value, "the pair of the second page").toBe("2")
    fireEvent.keyDown(window, { key: "ArrowRight" })
    expect(pageField().value).toBe("4")
    cleanup()
    draw(long())
    expect(screen.getByRole("button", { name: "翻页方式：双页" })).toBeTruthy()
  })

  it("presentation mode: arrows and clicks turn pages, Escape exits", async () => {
    const { container } = draw()
    fireEvent.keyDown(window, { key: "s" })
    expect(screen.queryByRole("toolbar", { name: "阅读工具" })).toBeNull()
    await screen.findByRole("toolbar", { name: "幻灯片" })
    fireEvent.keyDown(window, { key: " " })
    fireEvent.click(container.querySelector(".slide-press")!, { clientX: 900 })
    expect(sheets(container).map((sheet) => sheet.dataset.page)).toEqual(["3"])
    fireEvent.click(container.querySelector(".slide-press")!, { clientX: 10 })
    fireEvent.keyDown(window, { key: "Escape" })
    expect(pageField().value).toBe("2")
    expect(localStorage.getItem("reader"), "a presentation is not how somebody likes to read").not.toContain("slides")
  })

  it("sets its reading theme on the root element, where the inline script looks for it", async () => {
    draw()
    fireEvent.click(screen.getByRole("button", { name: "阅读设置" }))
    fireEvent.click(await screen.findByRole("button", { name: "护眼" }))
    expect(document.documentElement.dataset.reading).toBe("sepia")
    expect(localStorage.getItem("reader-theme")).toBe("sepia")
  })

  it("signs the addresses of pages that not everybody may read", async () => {
    world.enter({ id: 7, username: "林" })
    const signature = Array.from({ length: 11 }, (_, index) => ({ page: index + 2, sign: "signed" }))
    world.answer("GET /document/signatures", { version: 3, expires_at: new Date(Date.now() + 900_000).toISOString(), signature })
    draw(source({ open: 1 }), { signs: true })
    expect(screen.getByAltText("函数 第 1 页").getAttribute("src")).toBe("/view/page/abc/1.gzip.svg?v=3")
    const second = await screen.findByAltText("函数 第 2 页", undefined, { timeout: 20_000 })
    expect(second.getAttribute("src")).toBe("/view/page/abc/2.gzip.svg?v=3&sign=signed")
    expect(calls("GET /document/signatures")).toEqual([{ uuid: "abc", page: 1, size: 200 }])
  })

  it("renews the signatures before they end, and leaves the pages that are shown", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    world.enter({ id: 7, username: "林" })
    const sign = (name: string, minutes: number) =>
      world.answer("GET /document/signatures", {
        version: 3,
        expires_at: new Date(Date.now() + minutes * 60_000).toISOString(),
        signature: [{ page: 2, sign: name }],
      })
    sign("first", 15)
    draw(source({ open: 1 }), { signs: true })
    const second = await screen.findByAltText("函数 第 2 页", undefined, { timeout: 20_000 })
    sign("second", 27)
    await act(() => vi.advanceTimersByTimeAsync(11 * 60_000))
    expect(calls("GET /document/signatures")).toHaveLength(1)
    await act(() => vi.advanceTimersByTimeAsync(2 * 60_000))
    expect(calls("GET /document/signatures")).toHaveLength(2)
    expect(second.getAttribute("src")).toBe("/view/page/abc/2.gzip.svg?v=3&sign=first")
  })

  it("asks for no signatures without a session: the cookie of a share link shows the pages", async () => {
    draw(source({ open: 1 }), { signs: true })
    const second = await screen.findByAltText("函数 第 2 页", undefined, { timeout: 20_000 })
    expect(second.getAttribute("src")).toBe("/view/page/abc/2.gzip.svg?v=3")
    expect(calls("GET /document/signatures")).toEqual([])
  })

  it("shows the pages without signatures if the server gives none", async () => {
    world.enter({ id: 7, username: "林" })
    world.answer("GET /document/signatures", refusal(500, "出错"))
    draw(source({ open: 1 }), { signs: true })
    const second = await screen.findByAltText("函数 第 2 页", undefined, { timeout: 20_000 })
    expect(second.getAttribute("src")).toBe("/view/page/abc/2.gzip.svg?v=3")
  })

  it("renders the site's watermark over every page", () => {
    const { container } = draw(source(), { watermark: "仅供内部使用" })
    expect(container.querySelector("pattern text")?.textContent).toBe("仅供内部使用")
    expect(container.querySelectorAll(".sheet .watermark")).toHaveLength(sheets(container).length)
    cleanup()
    expect(draw(source(), { watermark: "/uploads/mark.png" }).container.querySelector("pattern image")?.getAttribute("href")).toBe(
      "/uploads/mark.png",
    )
  })

  it("counts one view after three seconds on screen", async () => {
    vi.useFakeTimers()
    draw()
    await vi.advanceTimersByTimeAsync(2_900)
    expect(calls("POST /document/view")).toEqual([])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(calls("POST /document/view")).toEqual([{ uuid: "abc" }])
  })

  it("shows current numbers after counting: the page may have been rendered hours ago", async () => {
    vi.useFakeTimers()
    world.answer("POST /document/view", { view_count: 1_205, download_count: 77, favorite_count: 5 })
    const drawn = {
      id: 1,
      uuid: "abc",
      title: "函数",
      ownerId: 9,
      freeForMembers: false,
      views: 3,
      downloads: 0,
      favorites: 0,
      comments: 0,
      score: 0,
      scores: 0,
    }
    render(
      <DocumentStateProvider numbers={drawn}>
        <ViewCount />
        <DownloadCount />
        <FavoriteCount />
        <Reader
          source={source()}
          policy={{ selectable: true, searches: true, printable: true, watermark: "", embedded: false, adEvery: 5 }}
        />
      </DocumentStateProvider>,
    )
    expect(screen.getByText("3 次浏览")).toBeTruthy()
    await vi.advanceTimersByTimeAsync(3_100)
    for (const text of ["1,205 次浏览", "77 次下载", "5 人收藏"]) expect(screen.getByText(text)).toBeTruthy()
  })
})
