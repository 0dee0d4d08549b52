"use client"

import { useEffect, useState } from "react"
import { paths } from "@/lib/rules/path"
import type { MenuCategories } from "@/lib/view/library/category-tree"

/** The last result of this visit, displayed at once when header or drawer is opened again. */
let lastCategories: MenuCategories | null = null
let coming: Promise<MenuCategories | null> | null = null

const read = async (): Promise<MenuCategories | null> => {
  try {
    const reply = await fetch(paths.frameCategories)
    return reply.ok ? ((await reply.json()) as MenuCategories) : null
  } catch {
    return null
  }
}

/** Loads the categories, once for all concurrent callers; null if they could not be loaded. */
export const loadMenuCategories = (): Promise<MenuCategories | null> => {
  coming ??= read().then((categories) => {
    coming = null
    lastCategories = categories ?? lastCategories
    return lastCategories
  })
  return coming
}

/** Returns the categories of header and drawer, null until they have loaded; `failed` if loading failed. */
export const useMenuCategories = (): { categories: MenuCategories | null; failed: boolean } => {
  const [categories, setCategories] = useState(lastCategories)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let alive = true
    void loadMenuCategories().then((newCategories) => {
      if (!alive) return
      setCategories(newCategories)
      setFailed(newCategories === null)
    })
    return () => {
      alive = false
    }
  }, [])
  return { categories, failed }
}
