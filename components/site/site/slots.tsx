"use client"

import { usePathname } from "next/navigation"
import type { ReactNode } from "react"

/** The article list has the footer's lines in its own column (docs/reference/specification.md 2), so the footer is hidden there. */
export const FooterSlot = ({ children }: { children: ReactNode }) => (
  <footer className="footer ft" hidden={usePathname() === "/article"}>
    {children}
  </footer>
)
