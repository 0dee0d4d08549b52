import { boxOf, depthOf, heightAt, isPaged } from "../store/page-layout"
import { holdRoom } from "../room/room"
import { type ReaderStore, scrollerOf, topLine } from "../store/reader-store"

/** Returns the top of the text area on the screen: below the toolbar. */
export const lineOf = topLine

/** Scrolls by the text view's own will, which must not fold the bars: the line that pages are read at would move with them. */
export const scrollText = (frame: HTMLElement, top: number): void => {
  holdRoom(400)
  scrollerOf(frame).scrollBy({ top, behavior: "instant" })
}

/** Returns the last element that begins above a line on the screen, or else the first. */
const lastAbove = (elements: HTMLElement[], line: number): HTMLElement | undefined =>
  elements.findLast((element) => element.getBoundingClientRect().top <= line) ?? elements[0]

/** Returns the page whose text is at the reading line; 0 = none. */
export const pageAt = (box: HTMLElement, line: number): number =>
  Number(lastAbove([...box.querySelectorAll<HTMLElement>("[data-text]")], line)?.dataset.text ?? 0)

/** Returns the title of the chapter at the reading line; "" before the first. */
export const chapterAt = (box: HTMLElement, line: number): string => {
  const titles = [...box.querySelectorAll<HTMLElement>("[data-level]")]
  const top = Math.min(...titles.map((title) => Number(title.dataset.level)))
  const above = titles
    .filter((title) => Number(title.dataset.level) <= top + 1)
    .findLast((title) => title.getBoundingClientRect().bottom <= line)
  return above?.textContent ?? ""
}

/** Returns the block of a page at a vertical position in points. */
export const blockAt = (box: HTMLElement, page: number, y: number): HTMLElement | null => {
  const mark = box.querySelector<HTMLElement>(`[data-text="${page}"]`)
  if (!mark || y <= 0) return mark
  const section = box.querySelector<HTMLElement>(`section[data-text="${page}"]`)
  const blocks = [...(mark === section ? [] : [mark]), ...(section?.querySelectorAll<HTMLElement>("[data-y]") ?? [])]
  return blocks.findLast((block) => Number(block.dataset.y) <= y && (block === mark || !block.matches(".reflow-turn"))) ?? mark
}

/** Opens the text view at the current position of the pages. */
export const openText = (store: ReaderStore): void => {
  const { frame, plan, page, mode, set } = store.getState()
  const box = plan && boxOf(plan, page)
  const pages = frame?.querySelector(".pages-in")
  const down = frame && pages && box ? topLine(frame) - pages.getBoundingClientRect().top - (isPaged(mode) ? 0 : box.y) : 0
  set({ view: "text", textPosition: { page, y: box && down > 0 ? heightAt(box, down) : 0 } })
}

/** Opens the pages at the current position of the text. */
export const openPages = (store: ReaderStore): void => {
  const { frame, page, set } = store.getState()
  const section = frame?.querySelector<HTMLElement>(`.reflow-in section[data-text="${page}"]`)
  const blocks = [...(section?.querySelectorAll<HTMLElement>("[data-y]:not(.reflow-turn)") ?? [])]
  const first = frame ? lastAbove(blocks, lineOf(frame) + 24) : undefined
  const y = first && first !== blocks[0] ? Number(first.dataset.y) : 0
  set({ view: "pages" })
  requestAnimationFrame(() => {
    const { plan, goTo, turn, view } = store.getState()
    const box = plan && boxOf(plan, page)
    if (view === "pages") goTo(page, true, box && turn === 0 && y > 0 ? Math.max(0, depthOf(box, y) - 8) : 0)
  })
}
