import { cleanText, hrefOf } from "./query"

/** The type of a search: 0 documents, 1 articles, -1 both. */
export type SearchKind = 0 | 1 | -1

/** Returns the URL of a search, or "" for an empty keyword, which does nothing (docs/reference/specification.md 2). */
export const searchHref = (keyword: string, type: SearchKind): string => {
  const wd = cleanText(keyword)
  return wd ? hrefOf("/search", { wd, type: type === 0 ? undefined : type }) : ""
}

/** Parses the search type in a URL; defaults to documents. */
export const kindOf = (text: string | null | undefined): SearchKind => (text === "1" ? 1 : text === "-1" ? -1 : 0)
