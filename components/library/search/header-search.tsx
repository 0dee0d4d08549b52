"use client"

import { usePagePath } from "@/components/providers/page-path"
import { SearchBox } from "./search-box"

/**
 * Hidden on the home page if more than 3 navigation entries are enabled (docs/reference/specification.md 2): it has its own search, as the
 * result page has.
 */
export const HeaderSearch = ({ many }: { many: boolean }) => {
  const pathname = usePagePath()
  if (pathname === "/search" || (pathname === "/" && many)) return <span className="hd-search" />
  return <SearchBox className="hd-search" type={pathname.startsWith("/article") ? 1 : 0} />
}
