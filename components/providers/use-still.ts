import { useSyncExternalStore } from "react"

const wish = "(prefers-reduced-motion: reduce)"
const subscribe = (changed: () => void) => {
  const media = window.matchMedia?.(wish)
  media?.addEventListener("change", changed)
  return () => media?.removeEventListener("change", changed)
}

/** Has the person asked their system for less motion? The server does not know, and draws as if not. */
export const useStill = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia?.(wish).matches ?? false,
    () => false,
  )
