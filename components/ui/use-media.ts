import { useCallback, useSyncExternalStore } from "react"
import { sideDrawerSize } from "@/lib/view/sizes"

/** Whether a media query matches. On the server it is false; screens of /admin are drawn only after the browser has read the session. */
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

/** Whether the window is narrower than 768 px (docs/reference/specification.md 9). */
export const usePhone = (): boolean => useMedia("(max-width: 767px)")

/** A drawer at the side: half of the window, nine tenths of a phone's; a press beside it does not close it (docs/reference/specification.md 9). */
export const useSideDrawer = (): { size: string; mask: { closable: false } } => ({
  size: sideDrawerSize(usePhone()),
  mask: { closable: false },
})
