"use client"

import NProgress from "nprogress"
import { usePathname, useSearchParams } from "next/navigation"
import { useEffect } from "react"
import { navigationArrived, navigationFailed, navigationStarted } from "@/lib/view/loading/navigation-events"

/** The bar fills over about 5 s and appears only when a page takes longer than 200 ms (docs/reference/specification.md 9). */
const duration = 5_000
const throttle = 200

/** The bar's width: half way after `duration`, never complete (arc tangent). */
export const share = (elapsed: number): number => (2 / Math.PI) * Math.atan((elapsed / duration) * 2)

const createBar = () => {
  let wait: ReturnType<typeof setTimeout> | undefined
  let tick: ReturnType<typeof setInterval> | undefined
  const stop = () => {
    clearTimeout(wait)
    clearInterval(tick)
  }
  return {
    start: () => {
      stop()
      document.documentElement.classList.remove("progress-failed")
      wait = setTimeout(() => {
        const begin = Date.now()
        NProgress.start()
        tick = setInterval(() => NProgress.set(Math.max(0.08, share(Date.now() - begin))), 100)
      }, throttle)
    },
    done: () => {
      stop()
      NProgress.done()
    },
    fail: () => {
      stop()
      document.documentElement.classList.add("progress-failed")
      NProgress.done(true)
    },
  }
}

/** Shows a bar while the next page loads and scrolls to its top (docs/reference/specification.md 2). */
export const NavigationProgress = () => {
  const pathname = usePathname()
  const search = useSearchParams().toString()

  useEffect(() => {
    NProgress.configure({
      showSpinner: false,
      trickle: false,
      speed: 180,
      minimum: 0.08,
      barSelector: ".bar",
      template: '<div class="bar"></div>',
    })
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
