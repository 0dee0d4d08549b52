"use client"

import { usePathname } from "next/navigation"
import { createContext, use, type ReactNode } from "react"

const PagePathContext = createContext<string | null>(null)

/** Sets the path of a page that the server sends for many addresses, so that its chrome is the same in the HTML and in the browser. */
export const PagePathProvider = ({ path, children }: { path: string; children: ReactNode }) => (
  <PagePathContext value={path}>{children}</PagePathContext>
)

/** Returns the path that the chrome of the page depends on: that of the address, unless the page has one path for all its addresses. */
export const usePagePath = (): string => {
  const pathname = usePathname()
  return use(PagePathContext) ?? pathname
}
