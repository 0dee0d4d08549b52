import { hrefOf } from "./query"

/** The address of a search, or "" for an empty keyword: that does nothing (docs/reference/specification.md 2). `type` 0 document, 1 article. */
export const searchHref = (keyword: string, type: 0 | 1): string => {
  const wd = keyword.trim()
  return wd ? hrefOf("/search", { wd, type: type === 1 ? 1 : undefined }) : ""
}
