import { useCallback, useSyncExternalStore } from "react"

/** Does the window match? The server draws for desks: nothing of /admin is shown before the browser knows. */
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

/** Mobile under 768 (docs/reference/specification.md 9). */
export const usePhone = (): boolean => useMedia("(max-width: 767px)")
