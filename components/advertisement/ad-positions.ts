/** Every place of the site (docs/reference/specification.md 2), by the page it is on; `global` is on all of them. */
const families = {
  index: ["index_banner_bottom", "index_category_top", "index_category_bottom", "index_link_top"],
  list: ["list_nav_bottom", "list_document_top", "list_document_bottom"],
  document: ["document_top", "document_bottom", "document_between"],
  user: ["user_top", "user_document_top"],
  search: ["search_top", "search_bottom", "search_right"],
} as const
const everywhere = ["global_top", "global_bottom"] as const

export type AdPosition = (typeof everywhere)[number] | (typeof families)[keyof typeof families][number]

const familyOf = (path: string): keyof typeof families | null => {
  const [first = ""] = path.split("/").filter(Boolean)
  if (first === "") return "index"
  if (first === "category") return "list"
  return first === "document" || first === "user" || first === "search" ? first : null
}

/** The places that one page requests, in one call. */
export const positionsOf = (path: string): AdPosition[] => {
  const family = familyOf(path)
  return [...everywhere, ...(family ? families[family] : [])]
}
