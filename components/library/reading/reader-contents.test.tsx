import { fireEvent, screen, waitFor } from "@testing-library/react"
import { describe, expect, it, vi } from "vitest"
import { refusal, world, type MockOutput } from "@/tests/setup/world"
import { calls, draw, layout, long, pageField, prepareReader, source } from "./testing/reader.fixture"

vi.mock("next/dynamic", () => import("../document/testing/next-dynamic"))
prepareReader()

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
    layout.scrolled = 400 * layout.tall
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
    expect(layout.scrolled).toBeCloseTo(200 + 39 * layout.tall - 100 - 16 + (100 * layout.room) / 595 - 24, 0)
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
