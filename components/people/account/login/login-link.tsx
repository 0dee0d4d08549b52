"use client"

import { usePathname } from "next/navigation"
import { useCallback, useEffect, useState, type ReactNode } from "react"
import { Link } from "@/components/ui/link"
import { paths } from "@/lib/rules/path"

const entry = /^\/(login|register|findpassword|findpassword-mobile|oauth)(\/|$)/

/** Returns the current address with its query; on account pages, the remembered redirect. */
const here = (): string | undefined => {
  const { pathname, search } = window.location
  if (entry.test(pathname)) return new URLSearchParams(search).get("redirect") ?? undefined
  return pathname === "/" && !search ? undefined : pathname + search
}

/**
 * Links to the login page and back (docs/reference/specification.md 4). The server renders only the path, the same for all users, so that
 * pages can be cached. The browser adds the query and refreshes it before a click.
 */
export const LoginLink = ({ className, children }: { className: string; children: ReactNode }) => {
  const pathname = usePathname()
  const [way, setWay] = useState({ pathname: "", to: "" })
  const look = useCallback(() => setWay({ pathname: window.location.pathname, to: paths.login(here()) }), [])
  useEffect(look, [look, pathname])
  const plain = paths.login(pathname === "/" || entry.test(pathname) ? undefined : pathname)
  return (
    <Link className={className} href={way.pathname === pathname ? way.to : plain} onPointerDown={look} onFocus={look}>
      {children}
    </Link>
  )
}
