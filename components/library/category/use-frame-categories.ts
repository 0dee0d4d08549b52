"use client"

import { useEffect, useState } from "react"
import { paths } from "@/lib/rules/path"
import type { FrameCategories } from "@/lib/view/library/category-tree"

/** The last result of this visit, displayed at once when header or drawer is opened again. */
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

/** Loads the categories, once for all concurrent callers; null if they could not be loaded. */
export const loadFrameCategories = (): Promise<FrameCategories | null> => {
  coming ??= read().then((found) => {
    coming = null
    known = found ?? known
    return known
  })
  return coming
}

/** Returns the categories of header and drawer, null until they have loaded; `failed` if loading failed. */
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
