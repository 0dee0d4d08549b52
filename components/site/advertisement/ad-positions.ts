import { adEverywhere, adFamilies, type AdPosition } from "@/lib/contract/site/advertisement.positions"

const familyOf = (path: string): keyof typeof adFamilies | null => {
  const [first = ""] = path.split("/").filter(Boolean)
  if (first === "") return "index"
  if (first === "category") return "list"
  return first === "document" || first === "user" || first === "search" ? first : null
}

/** Returns the positions that one page requests, in one call. */
export const positionsOf = (path: string): AdPosition[] => {
  const family = familyOf(path)
  return [...adEverywhere, ...(family ? adFamilies[family] : [])]
}
