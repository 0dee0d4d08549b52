import { useEffect, useRef, useState, type KeyboardEvent } from "react"
import { useReducedMotion } from "@/components/ui/use-reduced-motion"

/** How long a picture stays (ms). */
export const stayMs = 5_000

/**
 * Controls a snapping row of `count` boxes of equal width: tracks the visible one and advances automatically. Spread `holding` onto the
 * surrounding box: hover or focus pauses it, a touch stops it for good.
 */
export const useCarousel = (count: number) => {
  const track = useRef<HTMLUListElement>(null)
  const calm = useReducedMotion()
  const [at, setAt] = useState(0)
  const [stopped, setStopped] = useState<boolean | null>(null)
  const [held, setHeld] = useState(false)
  // no choice by the user: it advances, unless the system asks for reduced motion
  const playing = count > 1 && !(stopped ?? calm)

  const go = (next: number) => {
    const box = track.current
    box?.scrollTo({ left: ((next + count) % count) * box.clientWidth, behavior: calm ? "instant" : "smooth" })
  }

  useEffect(() => {
    const box = track.current
    if (!box) return
    const look = () => setAt(Math.round(box.scrollLeft / Math.max(1, box.clientWidth)))
    box.addEventListener("scroll", look, { passive: true })
    return () => box.removeEventListener("scroll", look)
  }, [])

  useEffect(() => {
    if (!playing || held) return
    const timer = setInterval(() => {
      if (!document.hidden) go(at + 1)
    }, stayMs)
    return () => clearInterval(timer)
  })

  return {
    track,
    at,
    go,
    playing,
    toggle: () => setStopped(playing),
    holding: {
      onPointerEnter: () => setHeld(true),
      onPointerLeave: () => setHeld(false),
      onFocus: () => setHeld(true),
      onBlur: () => setHeld(false),
      onTouchStart: () => setStopped(true),
      onKeyDown: (event: KeyboardEvent) => {
        const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0
        if (!step) return
        event.preventDefault()
        go(at + step)
      },
    },
  }
}
