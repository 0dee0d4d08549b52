import { cleanup, fireEvent, render, screen, within } from "@testing-library/react"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { DocumentStatus } from "@/lib/contract/enums"
import { Reader } from "./reader"
import { pageInAddress, sizeOf, type Source, sourceOf, stepZoom } from "./reader-rules"

vi.mock("next/navigation", () => ({ useRouter: () => ({ refresh: () => undefined }) }))

const source = (part: Partial<Source> = {}): Source => ({
  id: 1,
  uuid: "abc",
  title: "函数",
  status: DocumentStatus.converted,
  reason: "",
  pages: 42,
  total: 12,
  ready: 12,
  sizes: Array.from({ length: 12 }, () => [595, 842] as [number, number]),
  fallback: [595, 842],
  ext: ".gzip.svg",
  version: 3,
  ...part,
})

class Nothing {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** jsdom lays nothing out: pages of 880 px under a header of 200, and a scroll position of our own. */
let scrolled = 0
const boxOf = (top: number, height: number) => ({ top, bottom: top + height, height }) as DOMRect
const layOut = function (this: Element) {
  const page = Number(this.getAttribute("data-page"))
  if (page > 0) return boxOf(200 + (page - 1) * 900 - scrolled, 880)
  return this.className === "tb" ? boxOf(52, 48) : boxOf(200 - scrolled, 12 * 900)
}

beforeEach(() => {
  scrolled = 0
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(layOut)
  vi.stubGlobal("IntersectionObserver", Nothing)
  vi.stubGlobal("ResizeObserver", Nothing)
  vi.stubGlobal("matchMedia", () => ({ matches: true }))
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolled = (Number(this.getAttribute("data-page")) - 1) * 900 + 84
  }
  HTMLElement.prototype.scrollTo = vi.fn() as never
  HTMLDialogElement.prototype.showModal = vi.fn()
  HTMLDialogElement.prototype.close = vi.fn()
  localStorage.clear()
  history.replaceState(null, "", "/document/abc")
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const pageField = () => within(screen.getByRole("toolbar")).getByRole<HTMLInputElement>("textbox", { name: "页码" })
const images = () => screen.getAllByRole("img").map((image) => image.getAttribute("alt"))

describe("the reader", () => {
  it("keeps a box for every page and an image only for those near the screen", () => {
    const { container } = render(<Reader source={source()} />)
    expect(container.querySelectorAll(".sheet")).toHaveLength(12)
    expect(images()).toContain("函数 第 1 页")
    expect(images()).not.toContain("函数 第 9 页")
    expect(screen.getByAltText("函数 第 1 页").getAttribute("src")).toBe("/view/page/abc/1.gzip.svg?v=3")
  })

  it("jumps to a typed page, and not past the last readable one", () => {
    render(<Reader source={source()} />)
    fireEvent.change(pageField(), { target: { value: "7" } })
    fireEvent.submit(pageField())
    expect(pageField().value).toBe("7")
    fireEvent.change(pageField(), { target: { value: "40" } })
    fireEvent.submit(pageField())
    expect(pageField().value).toBe("12")
  })

  it("obeys keys, but not while something is typed", () => {
    render(<Reader source={source()} />)
    fireEvent.keyDown(window, { key: "ArrowRight" })
    expect(pageField().value).toBe("2")
    fireEvent.keyDown(window, { key: "End" })
    expect(pageField().value).toBe("12")
    fireEvent.keyDown(pageField(), { key: "Home" })
    expect(pageField().value).toBe("12")
  })

  it("opens the page that the address names", () => {
    history.replaceState(null, "", "/document/abc#page=5")
    render(<Reader source={source()} />)
    expect(pageField().value).toBe("5")
  })

  it("asks again for a lost page and offers to reload after the third time", async () => {
    vi.useFakeTimers()
    render(<Reader source={source({ total: 1, sizes: [] })} />)
    for (const pause of [1_000, 2_000, 4_000, 0]) {
      fireEvent.error(screen.getByAltText("函数 第 1 页"))
      await vi.advanceTimersByTimeAsync(pause)
    }
    expect(screen.getByText("第 1 页没有加载出来")).toBeTruthy()
    fireEvent.click(screen.getByRole("button", { name: "重新加载" }))
    expect(screen.getByAltText("函数 第 1 页")).toBeTruthy()
  })

  it("says how far a conversion is and asks only for pages that are there", () => {
    render(<Reader source={source({ status: DocumentStatus.converting, pages: 22, total: 22, ready: 1 })} />)
    expect(screen.getByText("已完成 1 / 22 页，完成后自动显示，不用刷新。")).toBeTruthy()
    expect(screen.getByText("第 2 页正在转换")).toBeTruthy()
    expect(images()).not.toContain("函数 第 2 页")
  })

  it("follows the scroll position", async () => {
    render(<Reader source={source()} />)
    scrolled = 900 * 4
    fireEvent.scroll(window)
    await vi.waitFor(() => expect(pageField().value).toBe("5"))
    expect(images()).toContain("函数 第 7 页")
  })

  it("tells why a conversion failed", () => {
    render(<Reader source={source({ status: DocumentStatus.failed, total: 0, ready: 0, reason: "文件有密码，请去掉后重新上传" })} />)
    expect(screen.getByText("文件有密码，请去掉后重新上传。原文件可以下载。")).toBeTruthy()
  })
})

describe("the reader's rules", () => {
  const detail = { id: 1, uuid: "abc", title: "", status: DocumentStatus.converted, convert_error: "", pages: 42, preview: 12, converted_pages: 0, page_sizes: [], width: 0, height: 0, preview_ext: ".svg", enable_gzip: true, version: 0 }
  const of = (part: object) => sourceOf({ ...detail, ...part } as never)

  it("reads `preview` pages, all of them when it is 0", () => {
    expect(of({}).total).toBe(12)
    expect(of({ preview: 0 }).total).toBe(42)
    expect(of({}).ready).toBe(12)
    expect(of({ status: DocumentStatus.converting, converted_pages: 3 }).ready).toBe(3)
  })

  it("knows the address of an image from extension and compression", () => {
    expect(of({}).ext).toBe(".gzip.svg")
    expect(of({ enable_gzip: false }).ext).toBe(".svg")
    expect(of({ preview_ext: ".webp" }).ext).toBe(".webp")
  })

  it("borrows the last known size", () => {
    const known = source({ sizes: [[100, 50]] })
    expect(sizeOf(known, 9)).toEqual([100, 50])
    expect(sizeOf(source({ sizes: [] }), 9)).toEqual([595, 842])
  })

  it("steps through zoom factors and stays between 50 and 300 %", () => {
    expect(stepZoom(1, true)).toBe(1.1)
    expect(stepZoom(1.37, false)).toBe(1.25)
    expect(stepZoom(3, true)).toBe(3)
    expect(stepZoom(0.5, false)).toBe(0.5)
  })

  it("reads the page from the address", () => {
    expect(pageInAddress("#page=7")).toBe(7)
    expect(pageInAddress("", "?page=3&x=1")).toBe(3)
    expect(pageInAddress("#page=x")).toBe(0)
  })
})
