"use client"

import { usePathname, useSearchParams } from "next/navigation"
import { useCallback, useMemo } from "react"

export type Filters = Record<string, string[]>
/** The state of a list, kept in the address so that back, forward and copied links restore it. */
export type ListState = { page: number; size: number; order: string; wd: string; filters: Filters }

export const sizes = [10, 20, 50, 100]
export const defaultSize = 20
const whole = (text: string | null, fallback: number, max: number) =>
  /^\d+$/.test(text ?? "") ? Math.min(Math.max(Number(text), 1), max) : fallback

export const readListState = (params: URLSearchParams, names: readonly string[]): ListState => ({
  page: whole(params.get("page"), 1, 100_000),
  size: whole(params.get("size"), defaultSize, 100),
  order: params.get("order") ?? "",
  wd: params.get("wd") ?? "",
  filters: Object.fromEntries(names.flatMap((name) => (params.has(name) ? [[name, params.getAll(name).filter(Boolean)]] : []))),
})

/** The address of a list state; several values of a filter repeat its key, defaults are left out. `tab`: the screen's, where its page has several. */
export const listAddress = (path: string, { page, size, order, wd, filters }: ListState, tab = ""): string => {
  const params = new URLSearchParams()
  if (tab) params.set("tab", tab)
  if (wd) params.set("wd", wd)
  for (const [name, values] of Object.entries(filters)) for (const value of values) params.append(name, value)
  if (order) params.set("order", order)
  if (size !== defaultSize) params.set("size", String(size))
  if (page > 1) params.set("page", String(page))
  const text = params.toString()
  return text ? `${path}?${text}` : path
}

/** The list's state and its setter, which changes the address by pushState without a request to the server. */
export const useListState = (names: readonly string[]) => {
  const path = usePathname()
  const params = useSearchParams()
  const text = params.toString()
  const known = names.join(",")
  const state = useMemo(() => readListState(new URLSearchParams(text), known ? known.split(",") : []), [text, known])
  const tab = params.get("tab") ?? ""
  const change = useCallback(
    (part: Partial<ListState>) => window.history.pushState(null, "", listAddress(path, { ...state, ...part }, tab)),
    [path, state, tab],
  )
  return { state, change }
}
