"use client"

import { type RefObject, useLayoutEffect } from "react"
import { useReader, useReaderStore } from "../store/use-reader"

const lengthOf = (style: CSSStyleDeclaration, name: string) => parseFloat(style.getPropertyValue(name)) || 0

/** Measures the space for the pages, before the first paint and on every change. The lengths of bars come from the style sheet. */
export const useAvailableSize = (outer: RefObject<HTMLDivElement | null>): void => {
  const store = useReaderStore()
  const mode = useReader((state) => state.mode)
  const full = useReader((state) => state.full)
  useLayoutEffect(() => {
    const { set } = store.getState()
    const pages = outer.current
    if (!pages) return
    const measure = () => {
      const style = getComputedStyle(pages)
      const bars = lengthOf(style, "--top") + lengthOf(style, "--tb-h") + lengthOf(style, "--below")
      const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight) || 0
      const width = pages.clientWidth - padding
      // a hidden reader is measured once it is visible again
      if (width <= 0) return
      const slides = mode === "slides"
      set({
        width,
        height: slides ? window.innerHeight : window.innerHeight - bars - 32,
        gap: parseFloat(style.rowGap) || 16,
        narrow: window.innerWidth < 768,
      })
    }
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(pages)
    window.addEventListener("resize", measure)
    return () => {
      watch.disconnect()
      window.removeEventListener("resize", measure)
    }
  }, [store, outer, mode, full])
}
