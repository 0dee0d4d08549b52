"use client"

import { usePathname, useSearchParams } from "next/navigation"
import { useCallback, useMemo } from "react"

export type Filters = Record<string, string[]>
/** What a list shows, all of it in the address: back, forward and a copied link bring it again. */
export type ListState = { page: number; size: number; order: string; wd: string; filters: Filters }

export const sizes = [10, 20, 50, 100]
export const defaultSize = 20
const whole = (text: string | null, fallback: number, most: number) =>
  /^\d+$/.test(text ?? "") ? Math.min(Math.max(Number(text), 1), most) : fallback

export const readListState = (params: URLSearchParams, names: readonly string[]): ListState => ({
  page: whole(params.get("page"), 1, 100_000),
  size: whole(params.get("size"), defaultSize, 100),
  order: params.get("order") ?? "",
  wd: params.get("wd") ?? "",
  filters: Object.fromEntries(names.flatMap((name) => (params.has(name) ? [[name, params.getAll(name).filter(Boolean)]] : []))),
})

/** Repeated keys for lists; what is as usual leaves no trace. */
export const listAddress = (path: string, { page, size, order, wd, filters }: ListState): string => {
  const params = new URLSearchParams()
  if (wd) params.set("wd", wd)
  for (const [name, values] of Object.entries(filters)) for (const value of values) params.append(name, value)
  if (order) params.set("order", order)
  if (size !== defaultSize) params.set("size", String(size))
  if (page > 1) params.set("page", String(page))
  const text = params.toString()
  return text ? `${path}?${text}` : path
}

/** The list's state and how to change it. The address changes without asking the server for the page again. */
export const useListState = (names: readonly string[]) => {
  const path = usePathname()
  const params = useSearchParams()
  const text = params.toString()
  const known = names.join(",")
  const state = useMemo(() => readListState(new URLSearchParams(text), known ? known.split(",") : []), [text, known])
  const change = useCallback(
    (part: Partial<ListState>) => window.history.pushState(null, "", listAddress(path, { ...state, ...part })),
    [path, state],
  )
  return { state, change }
}
