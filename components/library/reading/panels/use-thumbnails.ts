"use client"

import { useCallback, useEffect, useRef, useState } from "react"
import { pagesBetween, type PagePlan, type PageSpan } from "../store/page-layout"

type Thumbs = { seen: PageSpan | null; width: number; look: (plan: PagePlan) => void }

/** Returns the visible thumbnails of the rail and its size; null until it is measured, and while it is hidden. */
export const useThumbs = (rail: HTMLElement | null): Thumbs => {
  const plan = useRef<PagePlan | null>(null)
  const [seen, setSeen] = useState<PageSpan | null>(null)
  const [width, setWidth] = useState(0)
  const measure = useCallback(() => {
    // phones have the rail in the DOM but hide it: nothing is loaded for it
    if (!rail || !plan.current || rail.clientWidth === 0) return setSeen(null)
    const style = getComputedStyle(rail)
    setWidth(rail.clientWidth - (parseFloat(style.paddingLeft) + parseFloat(style.paddingRight) || 0))
    const next = pagesBetween(plan.current, rail.scrollTop - 16, rail.scrollTop + rail.clientHeight)
    setSeen((before) => (before?.from === next.from && before.to === next.to ? before : next))
  }, [rail])
  const look = useCallback(
    (next: PagePlan) => {
      plan.current = next
      measure()
    },
    [measure],
  )
  useEffect(() => {
    if (!rail) return
    let tick = 0
    const soon = () => {
      tick ||= requestAnimationFrame(() => {
        tick = 0
        measure()
      })
    }
    const watch = new ResizeObserver(soon)
    watch.observe(rail)
    rail.addEventListener("scroll", soon, { passive: true })
    return () => {
      cancelAnimationFrame(tick)
      watch.disconnect()
      rail.removeEventListener("scroll", soon)
    }
  }, [rail, measure])
  return { seen, width, look }
}
