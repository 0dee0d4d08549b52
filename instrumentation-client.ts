import { leaveByLink, leaveByRouter } from "./lib/view/site/analytics"
import { tabStore } from "./lib/browser-storage"
import { isChunkError, loadAgain, mayReload, noteTarget } from "./lib/view/loading/chunk-reload"
import { navigationArrived, navigationFailed, navigationStarted } from "./lib/view/loading/navigation-events"

/**
 * Runs before hydration. The page's first script already detects a script that fails to load; this handles the promise that was waiting for
 * it, and style sheets.
 */
window.addEventListener("unhandledrejection", ({ reason }) => {
  if (!isChunkError(reason)) return
  window.dispatchEvent(new Event(navigationFailed))
  if (mayReload(tabStore, Date.now())) loadAgain(document.documentElement, window.location)
})
window.addEventListener(navigationArrived, () => noteTarget(document.documentElement, "", window.location))

// in the capture phase on the window, before the router's own handler
window.addEventListener("click", leaveByLink, { capture: true })

export const onRouterTransitionStart = (url: string) => {
  leaveByRouter(url, (target) => window.location.assign(target))
  noteTarget(document.documentElement, url, window.location)
  window.dispatchEvent(new Event(navigationStarted))
}
