import { useCallback, useSyncExternalStore } from "react"
import { sideDrawerSize } from "@/lib/view/sizes"

/** Returns whether a media query matches; false on the server. Screens of /admin render only after the browser has read the session. */
export const useMedia = (query: string): boolean => {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener("change", changed)
      return () => media.removeEventListener("change", changed)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  )
}

/** Returns whether the window is narrower than 768 px (docs/reference/specification.md 9). */
export const usePhone = (): boolean => useMedia("(max-width: 767px)")

/**
 * Returns the props of a side drawer: half of the window, nine tenths on a phone. A click outside does not close it
 * (docs/reference/specification.md 9).
 */
export const useSideDrawer = (): { size: string; mask: { closable: false } } => ({
  size: sideDrawerSize(usePhone()),
  mask: { closable: false },
})
