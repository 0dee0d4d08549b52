import { cleanText, hrefOf } from "./query"

/** What is searched: 0 documents, 1 articles, -1 both. */
export type SearchKind = 0 | 1 | -1

/** The address of a search, or "" for an empty keyword: that does nothing (docs/reference/specification.md 2). */
export const searchHref = (keyword: string, type: SearchKind): string => {
  const wd = cleanText(keyword)
  return wd ? hrefOf("/search", { wd, type: type === 0 ? undefined : type }) : ""
}

/** The kind in an address; documents unless it says otherwise. */
export const kindOf = (text: string | null | undefined): SearchKind => (text === "1" ? 1 : text === "-1" ? -1 : 0)
