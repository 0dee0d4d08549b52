import { act, fireEvent, render, screen } from "@testing-library/react"
import { renderToStaticMarkup } from "react-dom/server"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import "@/tests/setup/world"
import type { Slide } from "@/lib/view/site/home"
import { Carousel } from "./carousel"
import { stayMs } from "./use-carousel"

const slide = (id: number, more: Partial<Slide> = {}): Slide => ({
  id,
  title: `活动 ${id}`,
  picture: `/uploads/${id}.webp`,
  href: "",
  external: false,
  ...more,
})
const three = [slide(1), slide(2, { href: "/category" }), slide(3, { href: "https://example.org", external: true })]

const width = 440
/** jsdom has no layout: the row scrolls at once and fires its event, as a browser does. */
beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(width)
  HTMLElement.prototype.scrollTo = function scrollTo(this: HTMLElement, options?: ScrollToOptions | number) {
    this.scrollLeft = (options as ScrollToOptions).left!
    this.dispatchEvent(new Event("scroll"))
  } as typeof HTMLElement.prototype.scrollTo
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(HTMLElement.prototype, "scrollTo")
})
const later = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const slideNumber = (box: HTMLElement) => box.querySelector("ul")!.scrollLeft / width + 1

describe("automatic rotation", () => {
  test("advances every five seconds and restarts after the last slide", () => {
    const { container } = render(<Carousel slides={three} />)
    expect(slideNumber(container)).toBe(1)
    later(stayMs)
    expect(slideNumber(container)).toBe(2)
    later(stayMs)
    later(stayMs)
    expect(slideNumber(container)).toBe(1)
  })

  test("pauses while the pointer or the focus is inside", () => {
    const { container } = render(<Carousel slides={three} />)
    const box = screen.getByRole("region")
    fireEvent.pointerEnter(box)
    later(3 * stayMs)
    expect(slideNumber(container)).toBe(1)
    fireEvent.pointerLeave(box)
    later(stayMs)
    expect(slideNumber(container)).toBe(2)
    fireEvent.focus(screen.getByRole("button", { name: "下一张" }))
    later(3 * stayMs)
    expect(slideNumber(container)).toBe(2)
  })

  test("a touch or the button stops it permanently; the button restarts it", () => {
    const { container } = render(<Carousel slides={three} />)
    fireEvent.touchStart(screen.getByRole("region"))
    later(3 * stayMs)
    expect(slideNumber(container)).toBe(1)
    fireEvent.click(screen.getByRole("button", { name: "自动播放" }))
    later(stayMs)
    expect(slideNumber(container)).toBe(2)
    fireEvent.click(screen.getByRole("button", { name: "停止自动播放" }))
    later(3 * stayMs)
    expect(slideNumber(container)).toBe(2)
  })

  test("pauses if the system requests reduced motion, and while the page is hidden", () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }))
    const calm = render(<Carousel slides={three} />)
    later(3 * stayMs)
    expect(slideNumber(calm.container)).toBe(1)
    calm.unmount()
    vi.unstubAllGlobals()
    vi.spyOn(document, "hidden", "get").mockReturnValue(true)
    const { container } = render(<Carousel slides={three} />)
    later(3 * stayMs)
    expect(slideNumber(container)).toBe(1)
  })
})

test("buttons and arrow keys move to the next slide and wrap around at both ends", () => {
  const { container } = render(<Carousel slides={three} />)
  fireEvent.click(screen.getByRole("button", { name: "上一张" }))
  expect(slideNumber(container)).toBe(3)
  fireEvent.click(screen.getByRole("button", { name: "下一张" }))
  expect(slideNumber(container)).toBe(1)
  fireEvent.keyDown(screen.getByRole("link", { name: "活动 2" }), { key: "ArrowRight" })
  expect(slideNumber(container)).toBe(2)
  fireEvent.keyDown(screen.getByRole("link", { name: "活动 2" }), { key: "ArrowLeft" })
  expect(slideNumber(container)).toBe(1)
  expect(container.querySelectorAll(".dots .on")).toHaveLength(1)
})

test("external links open a new tab without a referrer; internal links do not", () => {
  render(<Carousel slides={three} />)
  expect(screen.getByRole("link", { name: "活动 3" }).getAttribute("rel")).toBe("noopener noreferrer")
  expect(screen.getByRole("link", { name: "活动 3" }).getAttribute("target")).toBe("_blank")
  expect(screen.getByRole("link", { name: "活动 2" }).getAttribute("target")).toBeNull()
  expect(screen.queryByRole("link", { name: "活动 1" })).toBeNull()
})

test("every picture is in the HTML, with its size, and the first has priority", () => {
  const html = renderToStaticMarkup(<Carousel slides={three} />)
  const images = [...html.matchAll(/<img[^>]*>/g)].map(([image]) => image)
  expect(images.map((image) => /src="([^"]*)"/.exec(image)?.[1])).toEqual(three.map(({ picture }) => picture))
  expect(images.map((image) => /loading="(\w+)"/.exec(image)?.[1])).toEqual(["eager", "lazy", "lazy"])
  expect(images[0]).toContain('fetchPriority="high"')
  for (const image of images) expect(image).toMatch(/width="440" height="218"/)
})

test("a single picture has no controls and never moves", () => {
  const { container } = render(<Carousel slides={[slide(1, { title: "" })]} />)
  later(3 * stayMs)
  expect(slideNumber(container)).toBe(1)
  expect(screen.queryByRole("button")).toBeNull()
  expect(screen.getByRole("img", { name: "推荐内容" })).toBeTruthy()
})
