"use client"

import { usePathname, useSearchParams } from "next/navigation"
import { useCallback, useMemo, useState } from "react"
import { localStore } from "@/lib/browser-storage"

export type Filters = Record<string, string[]>
/** The state of a list, stored in the URL so that back, forward and copied links restore it. */
export type CrudListState = { page: number; size: number; order: string; wd: string; filters: Filters }

export const sizes = [10, 20, 50, 100]
export const defaultSize = 20
const whole = (text: string | null, fallback: number, max: number) =>
  /^\d+$/.test(text ?? "") ? Math.min(Math.max(Number(text), 1), max) : fallback

const sizeKey = (path: string) => `admin:size:${path}`

/** Returns the page size that the user last chose for this list. */
const keptSize = (path: string): number => whole(localStore.getItem(sizeKey(path)), defaultSize, 100)
const keepSize = (path: string, size: number): void => void localStore.setItem(sizeKey(path), String(size))

export const readListState = (params: URLSearchParams, names: readonly string[], usualSize = defaultSize): CrudListState => ({
  page: whole(params.get("page"), 1, 100_000),
  size: whole(params.get("size"), usualSize, 100),
  order: params.get("order") ?? "",
  wd: params.get("wd") ?? "",
  filters: Object.fromEntries(names.flatMap((name) => (params.has(name) ? [[name, params.getAll(name).filter(Boolean)]] : []))),
})

/**
 * Returns the URL of a list state. Several values of a filter repeat its key; defaults and the user's preferred page size are left out.
 * `tab` is the active tab of a screen with several.
 */
export const listAddress = (path: string, { page, size, order, wd, filters }: CrudListState, tab = "", usualSize = defaultSize): string => {
  const params = new URLSearchParams()
  if (tab) params.set("tab", tab)
  if (wd) params.set("wd", wd)
  for (const [name, values] of Object.entries(filters)) for (const value of values) params.append(name, value)
  if (order) params.set("order", order)
  if (size !== usualSize) params.set("size", String(size))
  if (page > 1) params.set("page", String(page))
  const text = params.toString()
  return text ? `${path}?${text}` : path
}

/** Whether the state leaves rows out of the list. */
export const isFiltered = ({ wd, filters }: CrudListState): boolean =>
  wd !== "" || Object.values(filters).some((values) => values.length > 0)

/** Returns the list's state and its setter, which changes the URL with pushState and sends no request to the server. */
export const useListState = (names: readonly string[]) => {
  const path = usePathname()
  const params = useSearchParams()
  const text = params.toString()
  const joinedNames = names.join(",")
  const [usualSize, setUsualSize] = useState(() => keptSize(path))
  const state = useMemo(
    () => readListState(new URLSearchParams(text), joinedNames ? joinedNames.split(",") : [], usualSize),
    [text, joinedNames, usualSize],
  )
  const tab = params.get("tab") ?? ""
  const change = useCallback(
    (part: Partial<CrudListState>) => {
      const chosen = part.size !== undefined && part.size !== state.size ? part.size : null
      if (chosen !== null) {
        keepSize(path, chosen)
        setUsualSize(chosen)
      }
      window.history.pushState(null, "", listAddress(path, { ...state, ...part }, tab, chosen ?? usualSize))
    },
    [path, state, tab, usualSize],
  )
  return { state, change }
}
