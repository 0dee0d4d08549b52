import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import type { Key } from "@/lib/contract/contract"
import { refusal, world, type MockOutput } from "@/tests/setup/world"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { DownloadCount, ViewCount } from "../document/counted"
import { DocumentStateProvider } from "../../providers/document-state"
import { FavoriteCount } from "../../community/favorite/favorite-button"
import { loadParts } from "../document/testing/next-dynamic"
import { Reader } from "./reader"
import type { Policy, ReaderSource } from "./reader-rules"

vi.mock("next/dynamic", () => import("../document/testing/next-dynamic"))
beforeAll(loadParts)
/** Pins the toolbar, as the style sheet does in windows that are not low. */
beforeAll(() => {
  const style = Object.assign(document.createElement("style"), { type: "text/css", textContent: ".tb { position: fixed }" })
  document.head.append(style)
})

const source = (part: Partial<ReaderSource> = {}): ReaderSource => ({
  thumbs: false,
  id: 1,
  uuid: "abc",
  title: "函数",
  status: DocumentStatus.converted,
  underway: false,
  reason: "",
  pages: 42,
  total: 12,
  ready: 12,
  sizes: Array.from({ length: 12 }, () => [595, 842] as [number, number]),
  fallback: [595, 842],
  ext: ".gzip.svg",
  version: 3,
  price: 0,
  outline: false,
  hasText: false,
  links: false,
  sheets: false,
  ...part,
})
const long = (part: Partial<ReaderSource> = {}) =>
  source({
    pages: 300,
    total: 300,
    ready: 300,
    sizes: Array.from({ length: 300 }, () => [595, 842] as [number, number]),
    hasText: true,
    ...part,
  })

const draw = (of: ReaderSource = source(), policy: Partial<Policy> = {}) =>
  render(
    <Reader
      source={of}
      policy={{ selectable: true, searches: true, printable: true, watermark: "", embedded: false, adEvery: 5, ...policy }}
    />,
  )

class Nothing {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** jsdom has no layout, so this mocks it: 700 px of space, pages from 200 px on, a toolbar that ends at 100, and a scroll position. */
let scrolled = 0
const room = 700
const tall = (room * 842) / 595 + 16
const boxOf = (top: number, height: number) => ({ top, bottom: top + height, height, left: 0, right: room, width: room }) as DOMRect
const layOut = function (this: Element) {
  if (this.className === "tb") return boxOf(52, 48)
  return boxOf(200 - scrolled, 300 * tall)
}

beforeEach(() => {
  scrolled = 0
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(layOut)
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(room)
  vi.stubGlobal("IntersectionObserver", Nothing)
  vi.stubGlobal("ResizeObserver", Nothing)
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes("reduced-motion") }))
  vi.stubGlobal("scrollBy", ({ top }: { top: number }) => void (scrolled += top))
  // jsdom renders no text; the words of a page then keep their natural width
  HTMLCanvasElement.prototype.getContext = vi.fn(() => null) as never
  HTMLElement.prototype.scrollTo = vi.fn() as never
  HTMLDialogElement.prototype.showModal = vi.fn()
  HTMLDialogElement.prototype.close = vi.fn()
  localStorage.clear()
  document.documentElement.removeAttribute("data-reading")
  history.replaceState(null, "", "/document/abc")
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const pageField = () => within(screen.getByRole("toolbar", { name: "阅读工具" })).getByRole<HTMLInputElement>("textbox", { name: "页码" })
const images = () => screen.getAllByRole("img").map((image) => image.getAttribute("alt"))
const sheets = (container: HTMLElement) => [...container.querySelectorAll<HTMLElement>(".sheet")]
const calls = <K extends Key>(key: K) => world.inputsOf(key)

describe("the reader", () => {
  it("renders only the pages around the viewport, and has the height of all pages", () => {
    const { container } = draw(long())
    expect(sheets(container).map((sheet) => sheet.dataset.page)).toEqual(["1", "2", "3", "4", "5"])
    expect(parseFloat(container.querySelector<HTMLElement>(".pages-in")!.style.height)).toBeCloseTo(300 * tall - 16, 3)
    expect(screen.getByAltText("函数 第 1 页").getAttribute("src")).toBe("/view/page/abc/1.gzip.svg?v=3")
    fireEvent.keyDown(window, { key: "End" })
    expect(sheets(container).map((sheet) => sheet.dataset.page)).toEqual(["298", "299", "300"])
    expect(parseFloat(container.querySelector<HTMLElement>('[data-page="300"]')!.style.top)).toBeCloseTo(299 * tall, 3)
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
    expect(scrolled).toBeCloseTo(200 + 6 * tall - 100 - 16, 3)
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
    scrolled = 100 + tall * 4
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

  it("signs the addresses of pages that not everybody may read, and keeps loaded images when signatures are renewed", async () => {
    let round = 0
    world.answer("GET /document/signatures", () => {
      round++
      const signature = Array.from({ length: 11 }, (_, index) => ({ page: index + 2, sign: `round${round}` }))
      return { version: 3, expires_at: new Date(Date.now() + 900_000).toISOString(), signature }
    })
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] })
    try {
      draw(source({ open: 1 }), { signs: true })
      expect(screen.getByAltText("函数 第 1 页").getAttribute("src")).toBe("/view/page/abc/1.gzip.svg?v=3")
      const second = "/view/page/abc/2.gzip.svg?v=3&sign=round1"
      await vi.waitFor(() => expect(screen.getByAltText("函数 第 2 页").getAttribute("src")).toBe(second))
      expect(calls("GET /document/signatures")).toEqual([{ uuid: "abc", page: 1, size: 200 }])
      await vi.advanceTimersByTimeAsync(721_000)
      expect(calls("GET /document/signatures")).toHaveLength(2)
      expect(screen.getByAltText("函数 第 2 页").getAttribute("src")).toBe(second)
    } finally {
      vi.useRealTimers()
    }
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

describe("the text layer", () => {
  it("is requested for the pages the user stays on, and covers the page", async () => {
    world.answer("GET /document/words", { words: [["函数的概念", 72, 80, 100, 14]] })
    const { container } = draw(long())
    await waitFor(() => expect(container.querySelector('[data-page="1"] .text-layer')?.textContent).toBe("函数的概念"))
    expect(calls("GET /document/words")).toEqual([{ uuid: "abc", page: 1 }])
  })

  it("is not requested if the site disables it", async () => {
    vi.useFakeTimers()
    draw(long(), { selectable: false })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(calls("GET /document/words")).toEqual([])
    expect(screen.queryByRole("button", { name: "文字版" })).toBeNull()
  })

  it("is searched; matches are marked on their page, and Escape closes the search", async () => {
    type Hit = NonNullable<MockOutput<"GET /document/inside">["hits"]>[number]
    const hit = (page: number): Hit => ({ page, snippet: "集合与函数的概念", start: 3, length: 2, boxes: [[100, 200, 30, 14]] })
    world.answer("GET /document/inside", { total: 3, hits: [hit(2), hit(40), hit(200)] })
    const { container } = draw(long())
    fireEvent.click(screen.getByRole("button", { name: "在文档内搜索" }))
    const field = await screen.findByRole("searchbox", { name: "在文档内搜索" })
    expect(document.activeElement).toBe(field)
    fireEvent.change(field, { target: { value: "函数" } })
    await waitFor(() => expect(screen.getByText("第 1 处，共 3 处")).toBeTruthy())
    expect(screen.queryByText(/只查找了/)).toBeNull()
    expect(pageField().value).toBe("2")
    expect(container.querySelector('[data-page="2"] .marks i[data-at]')).toBeTruthy()
    fireEvent.submit(field)
    expect(pageField().value).toBe("40")
    fireEvent.keyDown(field, { key: "Enter", shiftKey: true })
    expect(pageField().value).toBe("2")
    fireEvent.keyDown(window, { key: "F3", shiftKey: true })
    expect(pageField().value).toBe("200")
    fireEvent.keyDown(field, { key: "Escape" })
    expect(screen.queryByRole("searchbox")).toBeNull()
    expect(document.activeElement).toBe(container.querySelector(".pages"))
    expect(container.querySelector(".marks"), "the marks go with the search").toBeNull()
  })

  it("a custom zoom applies to one document: the next one opens with the previous fit mode", () => {
    draw()
    fireEvent.keyDown(window, { key: "9" })
    fireEvent.keyDown(window, { key: "+" })
    expect(JSON.parse(localStorage.getItem("reader")!)).toMatchObject({ zoom: "page" })
  })

  it("a failed search shows the reason and can be retried", async () => {
    world.answer("GET /document/inside", refusal(404, "没有这个接口"))
    draw(long())
    expect(fireEvent.keyDown(document.body, { key: "f", ctrlKey: true }), "Ctrl+F anywhere on the page searches the document").toBe(false)
    const field = await screen.findByRole("searchbox")
    expect(fireEvent.keyDown(field, { key: "f", ctrlKey: true }), "a second time it is the browser's").toBe(true)
    fireEvent.change(field, { target: { value: "词" } })
    await waitFor(() => expect(document.querySelector(".find [role=alert]")?.textContent).toContain("没有这个接口"))
    world.answer("GET /document/inside", { total: 0, hits: [] })
    fireEvent.click(screen.getByRole("button", { name: "再试一次" }))
    await waitFor(() => expect(document.querySelector(".find-n span")?.textContent).toBe("没有找到"))
  })

  it("opens as text view at the current page, and back", async () => {
    history.replaceState(null, "", "/document/abc#page=45")
    const block = { kind: "paragraph" as const, y: 80, level: 0, marker: "", number: "", joined: false, rows: [], links: [] }
    world.answer("GET /document/blocks", {
      pages: 300,
      page: Array.from({ length: 20 }, (_, n) => ({
        page: 41 + n,
        blocks: [
          { ...block, kind: "heading" as const, level: 1, text: `第 ${41 + n} 章` },
          { ...block, text: `第 ${41 + n} 页的文字。` },
          { ...block, kind: "item" as const, marker: "•", text: "官网", links: [{ from: 0, to: 2, to_page: 0, url: "https://a.test/" }] },
          {
            ...block,
            kind: "table" as const,
            text: "",
            rows: [
              ["甲", "乙"],
              ["丙", ""],
            ],
          },
        ],
      })),
    })
    const { container } = draw(long())
    fireEvent.keyDown(window, { key: "v" })
    await waitFor(() => expect(screen.getByText("第 45 页的文字。")).toBeTruthy())
    expect(calls("GET /document/blocks")).toEqual([{ uuid: "abc", page: 41, size: 20 }])
    expect(screen.getByRole("heading", { name: "第 45 章", level: 2 })).toBeTruthy()
    expect(container.querySelectorAll('[data-text="45"] td')).toHaveLength(4)
    const outside = container.querySelector<HTMLAnchorElement>('[data-text="45"] a')!
    expect([outside.href, outside.target, outside.rel]).toEqual(["https://a.test/", "_blank", "noopener nofollow ugc"])
    fireEvent.click(screen.getByRole("button", { name: "阅读设置" }))
    fireEvent.click(await screen.findByRole("button", { name: "黑体" }))
    expect(container.querySelector<HTMLElement>(".reflow")!.dataset.face).toBe("hei")
    fireEvent.click(screen.getByRole("button", { name: "放大字号" }))
    expect(container.querySelector<HTMLElement>(".reflow")!.style.getPropertyValue("--reflow")).toBe("20px")
    fireEvent.click(screen.getByRole("button", { name: "文字版" }))
    await waitFor(() => expect(container.querySelector('[data-page="45"]')).toBeTruthy())
  })
})

describe("the thumbnails", () => {
  it("are one tab stop, and arrow keys move inside it", async () => {
    const { container } = draw(long())
    const thumb = (page: number) => container.querySelector<HTMLElement>(`[data-thumb="${page}"]`)!
    await waitFor(() => expect(thumb(1)).toBeTruthy())
    const stops = () => [...container.querySelectorAll<HTMLElement>("[data-thumb]")].filter(({ tabIndex }) => tabIndex === 0)
    expect(stops().map((stop) => stop.dataset.thumb)).toEqual(["1"])
    thumb(1).focus()
    fireEvent.keyDown(thumb(1), { key: "ArrowDown" })
    expect(document.activeElement).toBe(thumb(2))
    expect(stops().map((stop) => stop.dataset.thumb)).toEqual(["2"])
    expect(pageField().value, "an arrow moves the focus alone").toBe("1")
    fireEvent.click(thumb(2))
    expect(pageField().value).toBe("2")
  })
})

describe("the table of contents", () => {
  it("follows the current page and links to it", async () => {
    world.answer("GET /document/outline", {
      outline: [
        { title: "第一章", page: 1, level: 1 },
        { title: "第二章", page: 90, level: 1 },
        { title: "附录", page: 400, level: 1 },
      ],
    })
    draw(long({ outline: true }))
    fireEvent.click(screen.getByRole("tab", { name: "目录" }))
    fireEvent.click(await screen.findByRole("link", { name: /第二章/ }))
    expect(pageField().value).toBe("90")
    expect(screen.getByRole("link", { name: /第二章/ }).getAttribute("aria-current")).toBe("location")
    expect(screen.queryByRole("link", { name: /附录/ }), "beyond what may be read").toBeNull()
  })
})

describe("continuing at the last position", () => {
  it("offers the position stored in this browser, and keeps it while the user looks around", () => {
    localStorage.setItem("reading", JSON.stringify([["abc", 9, 5]]))
    draw()
    expect(screen.getByText("上次读到第 9 页")).toBeTruthy()
    fireEvent.keyDown(window, { key: "ArrowRight" })
    expect(JSON.parse(localStorage.getItem("reading")!)).toEqual([["abc", 9, 5]])
    fireEvent.click(screen.getByRole("link", { name: "继续" }))
    expect(pageField().value).toBe("9")
    expect(screen.queryByText("上次读到第 9 页")).toBeNull()
  })

  it("is not offered during a search: one message at a time", async () => {
    localStorage.setItem("reading", JSON.stringify([["abc", 9, 5]]))
    world.answer("GET /document/inside", {
      total: 1,
      hits: [{ page: 2, snippet: "函数", start: 0, length: 2, boxes: [[100, 200, 30, 14]] }],
    })
    draw(long())
    expect(screen.getByText("上次读到第 9 页")).toBeTruthy()
    fireEvent.click(screen.getByRole("button", { name: "在文档内搜索" }))
    fireEvent.change(await screen.findByRole("searchbox"), { target: { value: "函数" } })
    await waitFor(() => expect(screen.getByText("第 1 处，共 1 处")).toBeTruthy())
    expect(screen.queryByText("上次读到第 9 页")).toBeNull()
  })

  it("loads a logged-in user's position from the server, uses the newer one, and saves the current position", async () => {
    world.enter({ id: 1 })
    localStorage.setItem("reading", JSON.stringify([["abc", 3, Date.parse("2026-01-01T00:00:00Z")]]))
    world.answer("GET /document/position", { page: 8, updated_at: "2026-02-01T00:00:00Z" })
    world.answer("PUT /document/position", {})
    draw()
    fireEvent.click(await screen.findByRole("link", { name: "继续" }))
    expect(pageField().value).toBe("8")
    await waitFor(() => expect(calls("PUT /document/position")).toEqual([{ uuid: "abc", page: 8 }]), { timeout: 20_000 })
  })

  it("saves a page that was read for two seconds, and none that was only passed or left for the comments", async () => {
    vi.useFakeTimers()
    draw(long())
    const saved = () => (JSON.parse(localStorage.getItem("reading") ?? "[]") as [string, number][])[0]?.[1]
    fireEvent.keyDown(window, { key: "ArrowRight" })
    await vi.advanceTimersByTimeAsync(1_500)
    expect(saved()).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1_500)
    expect(saved()).toBe(2)
    fireEvent.keyDown(window, { key: "End" })
    await vi.advanceTimersByTimeAsync(1_500)
    fireEvent.keyDown(window, { key: "Home" })
    await vi.advanceTimersByTimeAsync(1_500)
    expect(saved()).toBe(2)
    scrolled = 400 * tall
    fireEvent.scroll(window)
    await vi.advanceTimersByTimeAsync(5_000)
    expect([saved(), pageField().value]).toEqual([2, "1"])
  })

  it("sends no position of a visitor to the server", async () => {
    vi.useFakeTimers()
    draw()
    fireEvent.keyDown(window, { key: "End" })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(world.api.mock.calls.filter(([key]) => key.endsWith("/document/position"))).toEqual([])
  })
})

describe("links of a page", () => {
  const box = { x: 72, y: 80, width: 100, height: 14, down: 0 }

  it("are requested twenty pages at a time; internal links jump, external links open a new tab", async () => {
    world.answer("GET /document/links", {
      links: [
        { ...box, page: 1, to: 40, down: 100, url: "" },
        { ...box, page: 1, to: 0, url: "https://example.org/" },
        { ...box, page: 1, to: 0, url: "mailto:a@example.org" },
        { ...box, page: 7, to: 2, url: "" },
      ],
    })
    draw(long({ links: true }))
    const out = await screen.findByRole("link", { name: "在新标签页打开 https://example.org/" })
    expect([out.getAttribute("href"), out.getAttribute("target"), out.getAttribute("rel")]).toEqual([
      "https://example.org/",
      "_blank",
      "noopener nofollow ugc",
    ])
    expect(screen.getByRole("link", { name: "写邮件给 a@example.org" }).getAttribute("href")).toBe("mailto:a@example.org")
    expect(screen.queryByRole("link", { name: "跳到第 2 页" }), "of another page").toBeNull()
    const inside = screen.getByRole("link", { name: "跳到第 40 页" })
    expect(inside.getAttribute("href")).toBe("#page=40")
    expect(fireEvent.click(inside, { ctrlKey: true }), "the browser's own").toBe(true)
    expect(pageField().value).toBe("1")
    fireEvent.click(inside)
    expect(pageField().value).toBe("40")
    expect(scrolled).toBeCloseTo(200 + 39 * tall - 100 - 16 + (100 * room) / 595 - 24, 0)
    await waitFor(() => expect(calls("GET /document/links").map(({ page }) => page)).toEqual([1, 21]))
  })

  it("are not requested if a document has none", async () => {
    draw(long())
    await new Promise((done) => setTimeout(done, 50))
    expect(calls("GET /document/links")).toEqual([])
  })
})

describe("printing", () => {
  it("is possible where permitted: all pages load first, each with the watermark", async () => {
    vi.stubGlobal("print", vi.fn())
    draw(source(), { watermark: "仅供内部使用" })
    fireEvent.keyDown(window, { key: "p", ctrlKey: true })
    const pages = await waitFor(() => {
      const drawn = document.querySelectorAll<HTMLImageElement>(".print-pages img")
      expect(drawn).toHaveLength(12)
      return drawn
    })
    const tile = document.querySelector(".print-pages pattern")!
    expect(document.querySelector(".print-page .watermark rect")!.getAttribute("fill"), "a tile that is drawn on paper too").toBe(
      `url(#${tile.id})`,
    )
    pages.forEach((page, index) => {
      expect(window.print).not.toHaveBeenCalled()
      if (index < 11) fireEvent.load(page)
    })
    fireEvent.error(pages[11]!)
    expect(window.print).toHaveBeenCalledTimes(1)
    fireEvent(window, new Event("afterprint"))
    expect(document.querySelector(".print-pages")).toBeNull()
  })

  it.each([
    ["what costs something", { price: 5 }, {}],
    ["where the site does not allow it", {}, { printable: false }],
  ])("is not possible: %s", (_, part, policy) => {
    const { container } = draw(source(part), policy)
    expect(screen.queryByRole("button", { name: "打印" })).toBeNull()
    expect(container.querySelector<HTMLElement>(".reader")!.dataset.print).toBe("no")
    const untouched = fireEvent.keyDown(window, { key: "p", ctrlKey: true })
    expect(untouched, "the browser then prints the one sentence").toBe(true)
  })
})
