import "server-only"
import { redirect } from "next/navigation"
import { hrefOf, pageParam, textParam, type ListQuery, type SearchParams } from "@/lib/view/library/list/query"

/** Rows per page of the account area's lists. */
export const size = 20

/** Returns a whole number from the URL (an id or an enum value) as text; "" for anything else. */
export const numberParam = (params: SearchParams, name: string): string => {
  const value = textParam(params, name)
  return /^\d{1,12}$/.test(value) ? value : ""
}

/** Redirects a page number beyond the last page, as after deleting its only row, to the last page. */
export const stayWithin = (params: SearchParams, path: string, query: ListQuery, total: number, rowCount: number): void => {
  const page = pageParam(params)
  if (rowCount > 0 || page === 1 || total === 0) return
  const last = Math.ceil(total / size)
  if (last < page) redirect(hrefOf(path, { ...query, page: last > 1 ? last : undefined }))
}
