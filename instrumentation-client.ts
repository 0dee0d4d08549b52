import { leaveByLink, leaveByRouter } from "./lib/view/site/analytics"
import { isChunkError, mayReload } from "./lib/view/loading/chunk-reload"
import { navigationFailed, navigationStarted } from "./lib/view/loading/navigation-events"

/**
 * Runs before the page comes alive. A script that does not load is seen by the page's first script already; this hears of
 * the promise that was waiting for it, and of style sheets.
 */
window.addEventListener("unhandledrejection", ({ reason }) => {
  if (!isChunkError(reason)) return
  window.dispatchEvent(new Event(navigationFailed))
  try {
    if (mayReload(window.sessionStorage, Date.now())) window.location.reload()
  } catch {
    // storage refused: no reload, a loop would be worse
  }
})

// before the router's own handler: captured at the outermost place
window.addEventListener("click", leaveByLink, { capture: true })

export const onRouterTransitionStart = (url: string) => {
  leaveByRouter(url, (target) => window.location.assign(target))
  window.dispatchEvent(new Event(navigationStarted))
}
