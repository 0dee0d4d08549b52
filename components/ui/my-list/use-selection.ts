"use client"

import { useState } from "react"

export type Selection = {
  ids: number[]
  has: (id: number) => boolean
  toggle: (id: number) => void
  /** selects all visible rows, or none */
  toggleAll: () => void
  clear: () => void
  all: boolean
}

/** Tracks the selected rows of a list. Rows that left the list are deselected, so that actions affect visible rows only. */
export const useSelection = (visibleIds: number[]): Selection => {
  const [ticked, setTicked] = useState<number[]>([])
  const ids = visibleIds.filter((id) => ticked.includes(id))
  const all = visibleIds.length > 0 && ids.length === visibleIds.length
  return {
    ids,
    all,
    has: (id) => ids.includes(id),
    toggle: (id) => setTicked(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]),
    toggleAll: () => setTicked(all ? [] : visibleIds),
    clear: () => setTicked([]),
  }
}
