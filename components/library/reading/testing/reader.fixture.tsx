import { cleanup, render, screen, within } from "@testing-library/react"
import { afterEach, beforeAll, beforeEach, vi } from "vitest"
import type { Key } from "@/lib/contract/contract"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { world } from "@/tests/setup/world"
import { loadParts } from "../../document/testing/next-dynamic"
import { Reader } from "../reader"
import type { Policy, ReaderSource } from "../store/reader-rules"

export const source = (part: Partial<ReaderSource> = {}): ReaderSource => ({
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
export const long = (part: Partial<ReaderSource> = {}) =>
  source({
    pages: 300,
    total: 300,
    ready: 300,
    sizes: Array.from({ length: 300 }, () => [595, 842] as [number, number]),
    hasText: true,
    ...part,
  })

export const draw = (of: ReaderSource = source(), policy: Partial<Policy> = {}) =>
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
export const layout = { scrolled: 0, room: 700, tall: (700 * 842) / 595 + 16 }
const boxOf = (top: number, height: number) =>
  ({ top, bottom: top + height, height, left: 0, right: layout.room, width: layout.room }) as DOMRect
const layOut = function (this: Element) {
  if (this.className === "tb") return boxOf(52, 48)
  return boxOf(200 - layout.scrolled, 300 * layout.tall)
}

/** Loads the parts of the reader, and gives each test of the file an empty page with a mocked layout. */
export const prepareReader = () => {
  beforeAll(loadParts)
  // Pins the toolbar, as the style sheet does in windows that are not low.
  beforeAll(() => {
    const style = Object.assign(document.createElement("style"), { type: "text/css", textContent: ".tb { position: fixed }" })
    document.head.append(style)
  })
  beforeEach(() => {
    layout.scrolled = 0
    vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(layOut)
    vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(layout.room)
    vi.stubGlobal("IntersectionObserver", Nothing)
    vi.stubGlobal("ResizeObserver", Nothing)
    vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes("reduced-motion") }))
    vi.stubGlobal("scrollBy", ({ top }: { top: number }) => void (layout.scrolled += top))
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
}

export const pageField = () =>
  within(screen.getByRole("toolbar", { name: "阅读工具" })).getByRole<HTMLInputElement>("textbox", { name: "页码" })
export const images = () => screen.getAllByRole("img").map((image) => image.getAttribute("alt"))
export const sheets = (container: HTMLElement) => [...container.querySelectorAll<HTMLElement>(".sheet")]
export const calls = <K extends Key>(key: K) => world.inputsOf(key)
