"use client"

import { useEffect, useState } from "react"
import { paths } from "@/lib/rules/path"
import type { FrameCategories } from "@/lib/view/library/category-tree"

/** What was read last in this visit: shown at once when header or drawer is opened again. */
let known: FrameCategories | null = null
let coming: Promise<FrameCategories | null> | null = null

const read = async (): Promise<FrameCategories | null> => {
  try {
    const reply = await fetch(paths.frameCategories)
    return reply.ok ? ((await reply.json()) as FrameCategories) : null
  } catch {
    return null
  }
}

/** Asks for the categories, once for all who want them now; null where they could not be read. */
export const loadFrameCategories = (): Promise<FrameCategories | null> => {
  coming ??= read().then((found) => {
    coming = null
    known = found ?? known
    return known
  })
  return coming
}

/** The categories of header and drawer, null until they are there; `failed` when they will not come. */
export const useFrameCategories = (): { categories: FrameCategories | null; failed: boolean } => {
  const [categories, setCategories] = useState(known)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let alive = true
    void loadFrameCategories().then((found) => {
      if (!alive) return
      setCategories(found)
      setFailed(found === null)
    })
    return () => {
      alive = false
    }
  }, [])
  return { categories, failed }
}
