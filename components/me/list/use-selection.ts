"use client"

import { useState } from "react"

export type Selection = {
  ids: number[]
  has: (id: number) => boolean
  toggle: (id: number) => void
  /** everything that is shown, or nothing */
  toggleAll: () => void
  clear: () => void
  all: boolean
}

/** What is ticked in a list. What left the list is no longer chosen, so that nobody acts on rows they do not see. */
export const useSelection = (shown: number[]): Selection => {
  const [ticked, setTicked] = useState<number[]>([])
  const ids = shown.filter((id) => ticked.includes(id))
  const all = shown.length > 0 && ids.length === shown.length
  return {
    ids,
    all,
    has: (id) => ids.includes(id),
    toggle: (id) => setTicked(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]),
    toggleAll: () => setTicked(all ? [] : shown),
    clear: () => setTicked([]),
  }
}
