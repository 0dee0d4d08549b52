"use client"

import { useEffect } from "react"
import { isAtPages, type ReaderState } from "../store/reader-store"
import { useReaderStore } from "../store/use-reader"
import { isRoomHeld, readRoom, roomAfterScroll, setRoom } from "./room"

/** In lower windows (px) the bars scroll away with the page (`max-height: 479px` in the style sheets), and none stays. */
const lowWindow = 480

/** The bars fold over pages and text only, and while the reader begins above the window: otherwise there is no room for its bar. */
const mayFold = (state: ReaderState): boolean =>
  window.innerHeight >= lowWindow &&
  state.frame !== null &&
  state.source.total > 0 &&
  !state.full &&
  !state.policy.embedded &&
  state.mode !== "slides" &&
  state.view !== "sheets" &&
  state.frame.getBoundingClientRect().top <= 0 &&
  isAtPages(state)

/** Folds the header, the toolbar and the download bar into one bar while the user scrolls down, and unfolds them on the way up. */
export const useRoom = (): void => {
  const store = useReaderStore()
  useEffect(() => {
    let tick = 0
    let { plan } = store.getState()
    let y = window.scrollY
    let moved = 0
    const look = () => {
      tick = 0
      const state = store.getState()
      const by = window.scrollY - y
      y += by
      const isJump = state.plan !== plan || Date.now() < state.pinnedUntil || isRoomHeld()
      plan = state.plan
      if (!mayFold(state)) {
        moved = 0
        return setRoom("")
      }
      // scrolling by a button or a zoom is not reading: the button's bar would move away from the pointer
      moved = isJump ? 0 : Math.sign(by) === Math.sign(moved) ? moved + by : by
      setRoom(roomAfterScroll(readRoom(), moved))
    }
    const onScroll = () => {
      tick ||= requestAnimationFrame(look)
    }
    /** Keys that reach a folded bar bring it back. */
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.closest(".hd, .dlbar") && target.matches(":focus-visible")) setRoom("")
    }
    window.addEventListener("scroll", onScroll, { passive: true })
    document.addEventListener("focusin", onFocus)
    const stop = store.subscribe(({ view, mode, full }, before) => {
      if (view !== before.view || mode !== before.mode || full !== before.full) onScroll()
    })
    return () => {
      cancelAnimationFrame(tick)
      window.removeEventListener("scroll", onScroll)
      document.removeEventListener("focusin", onFocus)
      stop()
      setRoom("")
    }
  }, [store])
}
