"use client"

import { useEffect, useRef } from "react"
import { cropOf, samplePages, withPages } from "../store/ink-margins"
import type { PageMargins } from "../store/page-crop"
import { needsSignature, thumbOf } from "../store/reader-rules"
import type { ReaderState } from "../store/reader-store"
import { useReader, useReaderStore } from "../store/use-reader"
import { loadMargins } from "../store/image-ink"

/** A page that could not be measured is shown whole. */
const uncut: PageMargins = { left: 0, top: 0, right: 0, bottom: 0 }

/** Pages measured before and after those on the screen. */
const [behind, ahead] = [2, 5]

/** Returns the address of a page's thumbnail; null while it is not converted or not signed. */
const addressOf = (state: ReaderState, page: number): string | null => {
  if (page < 1 || page > Math.min(state.source.ready, state.source.total)) return null
  if (!needsSignature(state, page)) return thumbOf(state.source, page, "")
  const sign = state.signatures.pages.get(page) ?? (state.signatures.failed ? "" : null)
  return sign === null ? null : thumbOf(state.source, page, sign)
}

/**
 * Measures the margins of a document by the thumbnails of some pages, so that all pages are cropped alike; later each page before it comes
 * into sight, because its ink may reach further.
 */
export const CropMeasure = () => {
  const store = useReaderStore()
  const from = useReader((state) => state.from)
  const to = useReader((state) => state.to)
  const page = useReader((state) => state.page)
  const ready = useReader((state) => state.source.ready)
  const signatures = useReader((state) => state.signatures)
  const measured = useRef(new Map<number, PageMargins | null>())
  const isSampled = useRef(false)
  const isAlive = useRef(true)
  useEffect(() => {
    isAlive.current = true
    return () => void (isAlive.current = false)
  }, [])
  useEffect(() => {
    const measure = async (pages: number[]) => {
      const results = new Map<number, PageMargins | null>()
      await Promise.all(
        pages.map(async (number) => {
          const address = measured.current.has(number) ? null : addressOf(store.getState(), number)
          if (address) results.set(number, await loadMargins(address).catch(() => uncut))
        }),
      )
      if (!isAlive.current || !results.size) return
      for (const [number, margins] of results) measured.current.set(number, margins)
      const { pageCrop, set } = store.getState()
      const next = isSampled.current && pageCrop ? withPages(pageCrop, results) : cropOf(measured.current)
      isSampled.current = true
      if (next !== pageCrop) set({ pageCrop: next })
    }
    const first = Math.min(from, page) - behind
    const soon = Array.from({ length: Math.max(to, page) + ahead - first + 1 }, (_, index) => first + index)
    void measure(isSampled.current ? soon : [...new Set([...samplePages(page, ready), ...soon])])
  }, [store, from, to, page, ready, signatures])
  return null
}
