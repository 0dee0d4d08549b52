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

/** Returns the categories of the drawer; null until they have loaded, and if they could not be loaded. */
export const useMenuCategories = (): MenuCategories | null => {
  const [categories, setCategories] = useState(lastCategories)
  useEffect(() => {
    let alive = true
    void loadMenuCategories().then((newCategories) => alive && setCategories(newCategories))
    return () => {
      alive = false
    }
  }, [])
  return categories
}
