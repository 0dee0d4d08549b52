"use client"

import type { NProgress } from "nprogress"
import { usePathname, useSearchParams } from "next/navigation"
import { useEffect } from "react"
import { navigationArrived, navigationFailed, navigationStarted } from "@/lib/view/loading/navigation-events"

/** The bar fills over about 5 s and appears only if a page takes longer than 200 ms (docs/reference/specification.md 9). */
const duration = 5_000
const throttle = 200

/** Returns the bar's width: half after `duration`, never complete (arc tangent). */
export const share = (elapsed: number): number => (2 / Math.PI) * Math.atan((elapsed / duration) * 2)

/** Loads the bar with the first page that takes longer than the throttle: most visits never see one. */
const loadBar = async (): Promise<NProgress> => {
  const { default: bar } = await import("nprogress")
  return bar.configure({
    showSpinner: false,
    trickle: false,
    speed: 180,
    minimum: 0.08,
    barSelector: ".bar",
    template: '<div class="bar"></div>',
  })
}

const createBar = () => {
  let wait: ReturnType<typeof setTimeout> | undefined
  let tick: ReturnType<typeof setInterval> | undefined
  let loaded: NProgress | null = null
  /** identifies the start for which the bar is being loaded */
  let round = 0
  const stop = () => {
    round += 1
    clearTimeout(wait)
    clearInterval(tick)
  }
  const withBar = (act: (bar: NProgress) => void) => {
    const now = round
    const show = (bar: NProgress) => {
      loaded = bar
      if (now === round) act(bar)
    }
    // without a network there is no bar either
    if (loaded) show(loaded)
    else loadBar().then(show, () => undefined)
  }
  return {
    start: () => {
      stop()
      document.documentElement.classList.remove("progress-failed")
      const begin = Date.now()
      wait = setTimeout(
        () =>
          withBar((bar) => {
            bar.start()
            tick = setInterval(() => bar.set(Math.max(0.08, share(Date.now() - begin - throttle))), 100)
          }),
        throttle,
      )
    },
    done: () => {
      stop()
      loaded?.done()
    },
    fail: () => {
      stop()
      document.documentElement.classList.add("progress-failed")
      withBar((bar) => bar.done(true))
    },
  }
}

/** Shows a bar while the next page loads and scrolls to its top (docs/reference/specification.md 2). */
export const NavigationProgress = () => {
  const pathname = usePathname()
  const search = useSearchParams().toString()

  useEffect(() => {
    const bar = createBar()
    const arrived = () => bar.done()
    window.addEventListener(navigationStarted, bar.start)
    window.addEventListener(navigationFailed, bar.fail)
    window.addEventListener(navigationArrived, arrived)
    return () => {
      window.removeEventListener(navigationStarted, bar.start)
      window.removeEventListener(navigationFailed, bar.fail)
      window.removeEventListener(navigationArrived, arrived)
      bar.done()
    }
  }, [])

  useEffect(() => {
    window.dispatchEvent(new Event(navigationArrived))
    if (!window.location.hash) window.scrollTo(0, 0)
  }, [pathname, search])

  return null
}
