import { createStore } from "zustand"
import { clampPage, clampScale, pixelsPerPoint, sizeOf, stepZoom, type Source, type Turn, type Zoom } from "./reader-rules"

export type ReaderState = {
  source: Source
  /** the page being read, 1-based */
  page: number
  /** first and last page on the screen; images are kept around them only */
  from: number
  to: number
  zoom: Zoom
  turn: Turn
  night: boolean
  rail: boolean
  full: boolean
  help: boolean
  /** the reader's own element, set once it is on the page */
  frame: HTMLElement | null
  /** until then a scroll is our own jump and does not choose the page */
  pinnedUntil: number
  goTo: (page: number, calm?: boolean) => void
  zoomBy: (up: boolean) => void
  scaleBy: (factor: number) => void
  rotate: () => void
  toggleFull: () => void
  renew: (source: Source) => void
  set: (part: Partial<ReaderState>) => void
}

export const sheetOf = (frame: HTMLElement | null, page: number): HTMLElement | null =>
  frame?.querySelector<HTMLElement>(`[data-page="${page}"]`) ?? null

const quiet = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches

/** How large the current page is drawn now, whatever the mode. */
const scaleNow = ({ frame, page, source, turn }: ReaderState): number => {
  const [width, height] = sizeOf(source, page)
  const drawn = sheetOf(frame, page)?.offsetWidth ?? 0
  return drawn ? drawn / ((turn % 180 ? height : width) * pixelsPerPoint) : 1
}

/** One store per reader: sheets subscribe to what concerns them, so a scroll redraws two pages and not two hundred. */
export const createReader = (source: Source) =>
  createStore<ReaderState>((set, get) => ({
    source,
    page: 1,
    from: 1,
    to: 0,
    zoom: "width",
    turn: 0,
    night: false,
    rail: true,
    full: false,
    help: false,
    frame: null,
    pinnedUntil: 0,
    goTo: (wanted, calm = false) => {
      const { frame, page, source: now } = get()
      const next = clampPage(wanted, now.total)
      // A long smooth ride would load every page on its way.
      const smooth = !calm && Math.abs(next - page) <= 1 && !quiet()
      set({ page: next, from: next, to: next, pinnedUntil: Date.now() + (smooth ? 900 : 250) })
      sheetOf(frame, next)?.scrollIntoView({ block: "start", behavior: smooth ? "smooth" : "instant" })
    },
    zoomBy: (up) => set({ zoom: stepZoom(scaleNow(get()), up) }),
    scaleBy: (factor) => set({ zoom: clampScale(scaleNow(get()) * factor) }),
    rotate: () => set({ turn: ((get().turn + 90) % 360) as Turn }),
    toggleFull: () => {
      const { frame } = get()
      if (document.fullscreenElement) void document.exitFullscreen()
      else void frame?.requestFullscreen?.().catch(() => undefined)
    },
    renew: (next) => set({ source: next, page: clampPage(get().page, next.total) }),
    set,
  }))

export type ReaderStore = ReturnType<typeof createReader>
