"use client"

import { useLayoutEffect, useRef } from "react"
import { useAds } from "@/components/site/advertisement/ad-provider"
import { useReader, useReaderStore } from "../store/use-reader"

/** Height reserved for an advertisement between two pages (px), to avoid layout shift when it loads. */
const heights = { desktop: 120, phone: 100 }
/** Up to this width of the pages (px) the phone layout applies. */
const phone = 520

/** Sets advertisements between pages: only in the continuous layout, not in full screen, and not for members. */
export const usePageAds = (): void => {
  const store = useReaderStore()
  const { ads } = useAds("document_between")
  const every = useReader((state) => state.policy.adEvery)
  const able = useReader((state) => state.mode === "scroll" && !state.full && !state.policy.embedded)
  const narrow = useReader((state) => state.width < phone)
  const hasAds = able && ads.length > 0
  // they load after the pages: none is inserted above the page being read
  const from = useRef(0)
  useLayoutEffect(() => {
    if (hasAds) from.current ||= Math.max(1, store.getState().to)
    store.getState().set({ pageAds: hasAds ? { every, from: from.current, height: narrow ? heights.phone : heights.desktop } : null })
  }, [store, hasAds, every, narrow])
}
