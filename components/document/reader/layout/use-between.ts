"use client"

import { useLayoutEffect, useRef } from "react"
import { useAds } from "@/components/advertisement/ad-provider"
import { useReader, useReaderStore } from "../use-reader"

/** Held open for an advertisement between two pages, in px: known before it comes, so that nothing moves. */
const heights = { desktop: 120, phone: 100 }
/** As wide as the pages of a phone are. */
const phone = 520

/** Advertisements between the pages: only where pages follow each other, not in full screen, and nobody sees any who sees none elsewhere. */
export const useBetween = (): void => {
  const store = useReaderStore()
  const { ads } = useAds("document_between")
  const every = useReader((state) => state.policy.adEvery)
  const able = useReader((state) => state.mode === "scroll" && !state.full && !state.policy.embedded)
  const narrow = useReader((state) => state.width < phone)
  const shown = able && ads.length > 0
  // they come a moment after the pages: nothing is put above what somebody reads by then
  const from = useRef(0)
  useLayoutEffect(() => {
    if (shown) from.current ||= Math.max(1, store.getState().to)
    store.getState().set({ between: shown ? { every, from: from.current, height: narrow ? heights.phone : heights.desktop } : null })
  }, [store, shown, every, narrow])
}
