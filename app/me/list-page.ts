import "server-only"
import { redirect } from "next/navigation"
import { hrefOf, pageParam, textParam, type Query, type SearchParams } from "@/lib/view/list/query"

/** Rows of a page of the personal lists. */
export const size = 20

/** An id or a number of an enumeration in the address; "" for anything else. */
export const numberParam = (params: SearchParams, name: string): string => {
  const value = textParam(params, name)
  return /^\d{1,12}$/.test(value) ? value : ""
}

/** A page behind the last one, as after deleting its only row, leads to the last one. */
export const stayWithin = (params: SearchParams, path: string, query: Query, total: number, shown: number): void => {
  const page = pageParam(params)
  if (shown > 0 || page === 1 || total === 0) return
  const last = Math.ceil(total / size)
  if (last < page) redirect(hrefOf(path, { ...query, page: last > 1 ? last : undefined }))
}
