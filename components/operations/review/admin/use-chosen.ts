"use client"

import { useState } from "react"
import { batchKinds, maxBatch } from "@/lib/contract/operations/review.enums"
import type { ReviewItem } from "@/lib/contract/types"
import { keyOf } from "./use-desk"

export const isChoosable = ({ kind }: ReviewItem): boolean => batchKinds.includes(kind)

/** The rows of the queue that are chosen for one verdict. Rows that leave the queue are no longer chosen. */
export const useChosen = (items: readonly ReviewItem[]) => {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const chosen = items.filter((item) => isChoosable(item) && keys.has(keyOf(item)))
  const toggle = (item: ReviewItem) => {
    const key = keyOf(item)
    const rest = chosen.map(keyOf).filter((one) => one !== key)
    setKeys(new Set(keys.has(key) ? rest : [...rest, key].slice(0, maxBatch)))
  }
  return { chosen, toggle, clear: () => setKeys(new Set()) }
}
