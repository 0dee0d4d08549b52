import type { InsideHit } from "@/lib/contract/types"
import type { DocumentSearch } from "../store/search"

/* The texts of the search panel and the find bar. They load on demand, so they are not part of `search.ts`, which every document page loads. */

/** Splits a snippet into three parts: before the match, the match, after it. */
export const cutSnippet = ({ snippet, start, length }: InsideHit): [string, string, string] => [
  snippet.slice(0, start),
  snippet.slice(start, start + length),
  snippet.slice(start + length),
]

export const hitCountText = ({ total, at }: DocumentSearch): string => `第 ${at + 1} 处，共 ${total} 处`

/** Returns the result as one line. */
export const countText = (search: DocumentSearch): string =>
  search.state !== "done" ? "" : search.hits.length ? hitCountText(search) : "没有找到"

/** Returns a note that the pages after the preview are not searched; "" if all pages may be read. */
export const unsearchedText = ({ state }: DocumentSearch, { total, pages }: { total: number; pages: number }): string =>
  state === "done" && total < pages ? `只查找了可以阅读的前 ${total} 页` : ""
