"use client"

import { useEffect } from "react"
import { switchView } from "../text/switch-view"
import { isDeskWide, nextTheme, setDeskWide } from "../store/preferences"
import { mayPrint, maySearch } from "../store/reader-rules"
import type { ReaderState, ReaderStore, SideContent } from "../store/reader-store"
import { openSearch } from "../search/open-search"
import { nothingFound } from "../store/search"
import { goToNextHit } from "../search/use-search"
import { useReaderStore } from "../store/use-reader"

type ReaderCommand = (state: ReaderState, store: ReaderStore) => void

const leaf =
  (by: 1 | -1): ReaderCommand =>
  (reader) =>
    reader.leaf(by)
const toggleSide =
  (side: SideContent): ReaderCommand =>
  (reader) =>
    reader.set({ side: reader.side === side ? "" : side })
const order: ReaderState["mode"][] = ["scroll", "single", "double"]

const commands: Record<string, ReaderCommand> = {
  ArrowLeft: leaf(-1),
  ArrowRight: leaf(1),
  PageUp: leaf(-1),
  PageDown: leaf(1),
  Home: (reader) => reader.goTo(1),
  End: (reader) => reader.goTo(reader.source.total),
  "+": (reader) => reader.zoomBy(true),
  "=": (reader) => reader.zoomBy(true),
  "-": (reader) => reader.zoomBy(false),
  "0": (reader) => reader.set({ zoom: "width" }),
  "9": (reader) => reader.set({ zoom: "page" }),
  g: (reader) => reader.frame?.querySelector<HTMLInputElement>(".tb .pgin input")?.focus(),
  f: (reader) => reader.toggleFull(),
  t: toggleSide("thumbs"),
  o: (reader, store) => reader.source.outline && toggleSide("outline")(reader, store),
  r: (reader) => reader.rotate(),
  n: nextTheme,
  w: () => setDeskWide(!isDeskWide()),
  m: (reader) => reader.setMode(order[(order.indexOf(reader.mode) + 1) % order.length]!),
  s: (reader) => reader.setMode("slides"),
  v: (reader, store) => reader.source.hasText && reader.policy.selectable && switchView(store),
  F3: (_, store) => goToNextHit(store, true),
  "?": (reader) => reader.set({ help: true }),
}

/** In a presentation the keys of a clicker turn pages; other keys do not scroll. */
const slideCommands: Record<string, ReaderCommand> = {
  ...Object.fromEntries(["ArrowRight", "ArrowDown", "PageDown", " ", "Enter"].map((key) => [key, leaf(1)])),
  ...Object.fromEntries(["ArrowLeft", "ArrowUp", "PageUp", "Backspace"].map((key) => [key, leaf(-1)])),
  Home: commands.Home!,
  End: commands.End!,
  "?": commands["?"]!,
  Escape: (reader) => reader.setMode(reader.previousMode),
}

/** Keys belong to the focused input or select, if any, and otherwise to the reader. */
const isBusy = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest("input, textarea, select, dialog, [contenteditable=true], [role=menu], [role=dialog], [role=listbox]") !== null
const isPressed = (target: EventTarget | null) => target instanceof Element && target.closest("button, a, summary") !== null

const isOnScreen = (frame: HTMLElement) => {
  const box = frame.getBoundingClientRect()
  return box.bottom > 0 && box.top < window.innerHeight
}

/** Ctrl or ⌘ with F and P apply to the document, wherever on its page the focus is. */
const withCtrl = (event: KeyboardEvent, reader: ReaderState): boolean => {
  const key = event.key.toLowerCase()
  if (event.altKey || event.shiftKey || !reader.frame) return false
  if (key === "f" && reader.mode !== "slides" && maySearch(reader.source, reader.policy)) {
    // in the field itself and in a dialog it is the browser's own search, which finds the rest of the page
    if (document.activeElement?.closest(".find") || document.querySelector("dialog[open]")) return false
    if (!isOnScreen(reader.frame)) reader.frame.scrollIntoView({ block: "start" })
    openSearch(reader)
    return true
  }
  if (key === "p" && isOnScreen(reader.frame) && mayPrint(reader.source, reader.policy)) {
    reader.set({ printing: true })
    return true
  }
  return false
}

/**
 * Escape closes the innermost element: dialogs and menus close themselves, then the search, then a presentation; the browser handles full
 * screen.
 */
const escape = (reader: ReaderState): boolean => {
  if (reader.mode === "slides") reader.setMode(reader.previousMode)
  else if (reader.side === "search") {
    // also removes the search marks
    reader.set({ side: "thumbs", search: nothingFound })
    reader.frame?.querySelector<HTMLElement>(".pages")?.focus({ preventScroll: true })
  } else return false
  return true
}

export const useKeys = (): void => {
  const store = useReaderStore()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const reader = store.getState()
      if (event.defaultPrevented || !reader.frame) return
      if (event.ctrlKey || event.metaKey) return withCtrl(event, reader) ? event.preventDefault() : undefined
      if (!isOnScreen(reader.frame)) return
      const inFind = event.target instanceof Element && event.target.closest(".find") !== null
      if (event.key === "Escape" && (inFind || !isBusy(event.target)) && escape(reader)) return event.preventDefault()
      if (event.key === "F3" && reader.search.hits.length) {
        event.preventDefault()
        return goToNextHit(store, !event.shiftKey)
      }
      if (event.altKey || isBusy(event.target)) return
      // the grid handles the arrow keys itself
      if (reader.view === "sheets" && /^(Arrow|Page|Home|End)/.test(event.key)) return
      const slides = reader.mode === "slides"
      // a focused button handles its own keys
      if (slides && isPressed(event.target) && (event.key === " " || event.key === "Enter")) return
      const command = (slides ? slideCommands : commands)[event.key.length === 1 ? event.key.toLowerCase() : event.key]
      if (!command) return
      event.preventDefault()
      command(reader, store)
    }
    window.addEventListener("keydown", onKey)
    return () => window.removeEventListener("keydown", onKey)
  }, [store])
}
