import type { ReaderStore } from "../store/reader-store"
import { selectedText } from "./text-runs"

/** Text that is selected in the reader, the page that it begins on, and its box on the screen. */
export type ReaderSelection = { text: string; page: number; box: DOMRect }

const elementOf = (node: Node): Element | null => (node instanceof Element ? node : node.parentElement)

/** Returns the text of a range over text layers, in reading order: lines and pages below each other; "" outside of them. */
export const layerText = (store: ReaderStore, range: Range): string => {
  const { frame, textLayers } = store.getState()
  const layers = [...(frame?.querySelectorAll<HTMLElement>(".text-layer") ?? [])].filter((layer) => range.intersectsNode(layer))
  const texts = layers.map((layer) => {
    const runs = textLayers.find(Number(layer.dataset.textLayer)) ?? []
    const spans = [...layer.querySelectorAll<HTMLElement>("[data-run]")].map((span, index) => ({
      span,
      run: runs[index] ?? ([span.textContent ?? "", 0, index * 10, 0, 5] as [string, number, number, number, number]),
    }))
    return selectedText(range, spans)
  })
  return texts.filter(Boolean).join("\n")
}

/** Returns what is selected on the pages or in the text view; null if nothing is, or something else. */
export const readSelection = (store: ReaderStore): ReaderSelection | null => {
  const { frame, page } = store.getState()
  const selection = document.getSelection()
  if (!frame || !selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const start = elementOf(range.startContainer)?.closest<HTMLElement>(".text-layer, .reflow-in")
  if (!start || !frame.contains(start)) return null
  const text = (start.matches(".text-layer") ? layerText(store, range) : selection.toString()).trim()
  const ownPage = start.dataset.textLayer ?? elementOf(range.startContainer)?.closest<HTMLElement>("[data-text]")?.dataset.text
  return text ? { text, page: Number(ownPage) || page, box: range.getBoundingClientRect() } : null
}

/** Returns a quotation with its source: the title, the page, and the address of that page. */
export const quotationOf = (text: string, title: string, page: number, address: string): string =>
  `“${text.replace(/\s*\n\s*/g, " ")}”\n——《${title}》第 ${page} 页\n${address}`
