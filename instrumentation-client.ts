import { leaveByLink, leaveByRouter } from "./lib/view/site/analytics"
import { isChunkError, mayReload } from "./lib/view/loading/chunk-reload"
import { navigationFailed, navigationStarted } from "./lib/view/loading/navigation-events"

/**
 * Runs before hydration. The page's first script already detects a script that fails to load; this handles the promise that was waiting for
 * it, and style sheets.
 */
window.addEventListener("unhandledrejection", ({ reason }) => {
  if (!isChunkError(reason)) return
  window.dispatchEvent(new Event(navigationFailed))
  try {
    if (mayReload(window.sessionStorage, Date.now())) window.location.reload()
  } catch {
    // storage unavailable: no reload, because a loop would be worse
  }
})

// in the capture phase on the window, before the router's own handler
window.addEventListener("click", leaveByLink, { capture: true })

export const onRouterTransitionStart = (url: string) => {
  leaveByRouter(url, (target) => window.location.assign(target))
  window.dispatchEvent(new Event(navigationStarted))
}
