import { useSyncExternalStore } from "react"

const query = "(prefers-reduced-motion: reduce)"
const subscribe = (changed: () => void) => {
  const media = window.matchMedia?.(query)
  media?.addEventListener("change", changed)
  return () => media?.removeEventListener("change", changed)
}

/** Returns true if the system asks for reduced motion; false on the server, which cannot know. */
export const useReducedMotion = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia?.(query).matches ?? false,
    () => false,
  )
