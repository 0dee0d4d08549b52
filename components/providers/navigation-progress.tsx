"use client"

import { usePathname, useSearchParams } from "next/navigation"
import { useEffect } from "react"
import { navigationArrived, navigationFailed, navigationStarted } from "@/lib/view/loading/navigation-events"

/** The bar fills over about 5 s and appears only if a page takes longer than 200 ms (docs/reference/specification.md 9). */
const duration = 5_000
const throttle = 200
/** How full the bar is, and for how long (ms), after a navigation that failed. */
const [failedShare, failedMs] = [0.994, 2_000]

/** Returns the bar's width: half after `duration`, never complete (arc tangent). */
export const share = (elapsed: number): number => (2 / Math.PI) * Math.atan((elapsed / duration) * 2)

type Bar = { set: (filled: number) => unknown; done: () => unknown }

/** A bar for when the library itself cannot be loaded: with the scripts of an older release, or without a network. */
const createPlainBar = (): Bar => {
  const box = document.createElement("div")
  box.id = "nprogress"
  const bar = box.appendChild(document.createElement("div"))
  bar.className = "bar"
  return {
    set: (filled) => {
      bar.style.width = `${filled * 100}%`
      document.body.append(box)
    },
    done: () => box.remove(),
  }
}

/** Loads the bar with the first page that takes longer than the throttle: most visits never see one. */
const loadBar = async (): Promise<Bar> => {
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
  let loaded: Bar | null = null
  /** identifies the start for which the bar is being loaded */
  let round = 0
  let hasFailed = false
  const stop = () => {
    round += 1
    clearTimeout(wait)
    clearInterval(tick)
  }
  const withBar = (act: (bar: Bar) => void) => {
    const now = round
    const show = (bar: Bar) => {
      loaded = bar
      if (now === round) act(bar)
    }
    if (loaded) show(loaded)
    else void loadBar().catch(createPlainBar).then(show)
  }
  return {
    start: () => {
      stop()
      hasFailed = false
      document.documentElement.classList.remove("progress-failed")
      const begin = Date.now()
      wait = setTimeout(
        () =>
          withBar((bar) => {
            bar.set(0)
            tick = setInterval(() => bar.set(Math.max(0.08, share(Date.now() - begin - throttle))), 100)
          }),
        throttle,
      )
    },
    /** The error view of a page that failed also arrives, and must not end the bar as if the page had. */
    arrive: () => {
      if (hasFailed) return
      stop()
      loaded?.done()
    },
    fail: () => {
      stop()
      hasFailed = true
      document.documentElement.classList.add("progress-failed")
      withBar((bar) => {
        bar.set(failedShare)
        wait = setTimeout(() => bar.done(), failedMs)
      })
    },
    end: () => {
      stop()
      loaded?.done()
    },
  }
}

/** Shows a bar while the next page loads and scrolls to its top (docs/reference/specification.md 2). */
export const NavigationProgress = () => {
  const pathname = usePathname()
  const search = useSearchParams().toString()

  useEffect(() => {
    const bar = createBar()
    window.addEventListener(navigationStarted, bar.start)
    window.addEventListener(navigationFailed, bar.fail)
    window.addEventListener(navigationArrived, bar.arrive)
    return () => {
      window.removeEventListener(navigationStarted, bar.start)
      window.removeEventListener(navigationFailed, bar.fail)
      window.removeEventListener(navigationArrived, bar.arrive)
      bar.end()
    }
  }, [])

  useEffect(() => {
    window.dispatchEvent(new Event(navigationArrived))
    if (!window.location.hash) window.scrollTo(0, 0)
  }, [pathname, search])

  return null
}
