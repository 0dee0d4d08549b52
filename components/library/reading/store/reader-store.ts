import { createStore } from "zustand"
import type { OutlineItem } from "@/lib/contract/types"
import type { PageCrop } from "./page-crop"
import type { TextFace } from "./preferences"
import { createImageQueue, type ImageQueue } from "./image-queue"
import { type DocumentSearch, nothingFound } from "./search"
import { type PageAds, boxOf, isPaged, leafFrom, type Mode, type PagePlan, planOf, type PagePoint, rowStart } from "./page-layout"
import {
  clampPage,
  clampScale,
  pixelsPerPoint,
  type Policy,
  sizeOf,
  sizesOf,
  stepZoom,
  type ReaderSource,
  type Rotation,
  type Zoom,
} from "./reader-rules"
import { createTextLayerCache, type TextLayerCache } from "./text-layer-cache"

/** Content of the side panel. */
export type SideContent = "" | "thumbs" | "outline" | "search"

export type ReaderState = {
  source: ReaderSource
  policy: Policy
  /** the page being read, 1-based */
  page: number
  /** first and last visible page */
  from: number
  to: number
  /** true while reading towards the beginning */
  up: boolean
  mode: Mode
  zoom: Zoom
  turn: Rotation
  side: SideContent
  /** rendered pages, their text alone, or a spreadsheet's grid */
  view: "pages" | "text" | "sheets"
  full: boolean
  help: boolean
  /** the open panel of the phone menu, "" = closed */
  sheet: "" | "menu" | "search" | "outline" | "thumbs"
  /** order of image requests */
  imageQueue: ImageQueue
  /** signatures of the pages near the one being read; `failed`: the server gave none */
  signatures: { failed: boolean; pages: ReadonlyMap<number, string> }
  /** text layers of the most recently read pages */
  textLayers: TextLayerCache
  /** the search in the document */
  search: DocumentSearch
  /** null until loaded */
  outline: OutlineItem[] | null
  /** the mode before a presentation */
  previousMode: Mode
  fontSize: number
  lineHeight: number
  textFace: TextFace
  indent: boolean
  /** whether phones cut off the empty margins of the pages */
  crop: boolean
  /** what is cut off, null until it is measured */
  pageCrop: PageCrop | null
  /** the title of the chapter being read in the text view */
  chapter: string
  /** where the text view starts: a page and the offset on it in points */
  textPosition: { page: number; y: number } | null
  printing: boolean
  /** the reader's element, set after mounting */
  frame: HTMLElement | null
  /** space for the pages in CSS pixels; 0 until measured */
  width: number
  height: number
  gap: number
  /** whether the window is as narrow as a phone's */
  narrow: boolean
  /** advertisements between the pages; null if there are none */
  pageAds: PageAds | null
  /** null until the size is known: the server's HTML uses normal flow */
  plan: PagePlan | null
  /** a point of a page that keeps its position on the screen when the layout changes; `left` and `top` are its screen position */
  anchor: { point: PagePoint; left: number; top: number } | null
  /** counts jumps between non-adjacent pages */
  jumps: number
  /** until this time scrolling is a programmatic jump and does not change the current page */
  pinnedUntil: number
  /** Goes to a page; `calm` = without smooth scrolling, `down` = px below its upper edge. */
  goTo: (page: number, calm?: boolean, down?: number) => void
  /** Goes to the next (1) or previous (-1) page, or pair of pages. */
  leaf: (by: 1 | -1) => void
  zoomBy: (up: boolean) => void
  scaleBy: (factor: number, anchor?: ReaderState["anchor"]) => void
  rotate: () => void
  setMode: (mode: Mode) => void
  toggleFull: () => void
  renew: (source: ReaderSource) => void
  set: (part: Partial<ReaderState>) => void
}

const prefersReducedMotion = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches

/** Inputs of the layout plan; a change of any of them recomputes it. */
const parts = ["source", "width", "gap", "zoom", "turn", "mode", "pageAds", "crop", "pageCrop", "narrow"] as const
/** Only pages that are fitted to the screen depend on its height, which changes on phones with every scroll. */
const isFitted = ({ zoom, mode }: ReaderState) => zoom === "page" || mode === "slides"
const isReplanned = (before: ReaderState, next: ReaderState): boolean =>
  parts.some((name) => next[name] !== before[name]) ||
  (isFitted(next) && next.height !== before.height) ||
  (isPaged(next.mode) && next.page !== before.page)

/** Returns true where the empty margins of pages are cut off, once they are measured. */
export const isCropped = ({ crop, narrow, turn, mode }: ReaderState): boolean => crop && narrow && turn === 0 && mode !== "slides"

const planFor = (state: ReaderState): PagePlan | null =>
  state.width > 0 && state.source.total > 0
    ? planOf({
        sizes: sizesOf(state.source),
        width: state.width,
        height: state.height,
        gap: state.gap,
        zoom: state.zoom,
        turn: state.turn,
        mode: state.mode,
        page: state.page,
        pageAds: state.pageAds,
        crop: isCropped(state) ? state.pageCrop : null,
      })
    : null

/** Returns the current scale of the current page, in any mode; 1 = printed size. */
const scaleNow = ({ plan, page, source, turn, width }: ReaderState): number => {
  const drawn = plan && boxOf(plan, page)?.scale
  if (drawn) return drawn / pixelsPerPoint
  const size = sizeOf(source, page)
  return width > 0 ? width / ((turn % 180 ? size[1] : size[0]) * pixelsPerPoint) : 1
}

/** Returns the top of the reading area on the screen: below the site header and the toolbar. */
export const topLine = (frame: HTMLElement): number => {
  const bar = frame.querySelector(".tb")
  // in low windows the toolbar scrolls away
  const bottom = bar && getComputedStyle(bar).position !== "static" ? bar.getBoundingClientRect().bottom : 0
  return bottom || parseFloat(getComputedStyle(frame).getPropertyValue("--top")) || 0
}

/** Returns the scrolling element: in full screen the reader, otherwise the page around it. */
export const scrollerOf = (frame: HTMLElement): Element | Window => (document.fullscreenElement === frame ? frame : window)

/**
 * Checks that the reader fills at least the upper quarter of its window: below that the user is at the comments and does not read pages.
 */
export const isAtPages = ({ frame, mode }: ReaderState): boolean => {
  if (!frame || mode === "slides") return !!frame
  const { top, bottom } = frame.getBoundingClientRect()
  const line = topLine(frame)
  return top < window.innerHeight && bottom > line + (window.innerHeight - line) / 4
}

/** Space above the target of a jump (px). */
const above = 16

const scrollToPage = ({ frame, plan, mode }: ReaderState, page: number, smooth: boolean, down: number) => {
  const pages = frame?.querySelector(".pages-in")
  if (!frame || !pages) return
  const top = isPaged(mode) ? 0 : (plan && boxOf(plan, page)?.top) || 0
  const off = pages.getBoundingClientRect().top + top + down - topLine(frame) - above
  // turning a page does not scroll, unless its top is out of sight
  if (isPaged(mode) && off > 0 && !down) return
  scrollerOf(frame).scrollBy({ top: off, behavior: smooth ? "smooth" : "instant" })
}

/** Creates one store per reader. Sheets subscribe only to what they need, so a scroll renders two pages instead of two hundred. */
export const createReader = (source: ReaderSource, policy: Policy) =>
  createStore<ReaderState>((rawSet, get) => {
    /** Every change goes through this function, which keeps the plan consistent with its inputs. */
    const set = (part: Partial<ReaderState>) => {
      const before = get()
      const next = { ...before, ...part }
      rawSet(isReplanned(before, next) ? { ...part, plan: planFor(next) } : part)
    }
    return {
      source,
      policy,
      page: 1,
      from: 1,
      to: 0,
      up: false,
      mode: "scroll",
      zoom: "width",
      turn: 0,
      side: "thumbs",
      view: source.sheets ? "sheets" : "pages",
      full: false,
      help: false,
      sheet: "",
      imageQueue: createImageQueue(),
      signatures: { failed: false, pages: new Map() },
      textLayers: createTextLayerCache(source.uuid),
      search: nothingFound,
      outline: null,
      previousMode: "scroll",
      fontSize: 18,
      lineHeight: 1.8,
      textFace: "song",
      indent: false,
      crop: false,
      pageCrop: null,
      chapter: "",
      textPosition: null,
      printing: false,
      frame: null,
      width: 0,
      height: 0,
      gap: 16,
      narrow: false,
      pageAds: null,
      plan: null,
      anchor: null,
      jumps: 0,
      pinnedUntil: 0,
      goTo: (targetPage, calm = false, down = 0) => {
        const { page, source: now, view: before, mode, jumps } = get()
        // a jump to a page leaves the grid
        const view = before === "sheets" ? "pages" : before
        const next = clampPage(targetPage, now.total)
        const far = Math.abs(next - page) > (mode === "double" ? 2 : 1)
        // Smooth scrolling over a long distance would load every page in between.
        const smooth = !calm && Math.abs(next - page) <= 1 && !prefersReducedMotion()
        set({
          view,
          page: next,
          from: next,
          to: next,
          anchor: null,
          jumps: jumps + (far ? 1 : 0),
          pinnedUntil: Date.now() + (smooth ? 900 : 250),
        })
        if (view === "pages") scrollToPage(get(), next, smooth, down)
      },
      leaf: (by) => get().goTo(leafFrom(get().page, by, get().mode, get().source.total)),
      zoomBy: (up) => set({ zoom: stepZoom(scaleNow(get()), up) }),
      scaleBy: (factor, anchor = null) => set({ zoom: clampScale(scaleNow(get()) * factor), anchor }),
      rotate: () => set({ turn: ((get().turn + 90) % 360) as Rotation }),
      setMode: (mode) => {
        const { mode: before, page, source, frame, previousMode } = get()
        if (mode === before) return
        // two pages side by side are identified by the left one
        const visiblePage = rowStart(page, mode, source.total)
        set({
          mode,
          view: "pages",
          page: visiblePage,
          from: visiblePage,
          to: visiblePage,
          pinnedUntil: Date.now() + 400,
          previousMode: before === "slides" ? previousMode : before,
        })
        // Without full screen support (phones) a presentation still fills the window.
        if (mode === "slides") void frame?.requestFullscreen?.().catch(() => undefined)
        if (before !== "slides") return
        // after the window has its size back, and only if the mode is still the same: scroll to the page that the toolbar displays
        const stand = () => void requestAnimationFrame(() => get().mode === mode && get().goTo(visiblePage, true))
        if (document.fullscreenElement === frame) void document.exitFullscreen().then(stand, stand)
        else stand()
      },
      toggleFull: () => {
        const { frame } = get()
        if (document.fullscreenElement) void document.exitFullscreen()
        else void frame?.requestFullscreen?.().catch(() => undefined)
      },
      renew: (next) => set({ source: next, page: clampPage(get().page, next.total) }),
      set,
    }
  })

export type ReaderStore = ReturnType<typeof createReader>
