"use client"

import { usePathname, useRouter } from "next/navigation"
import type { MouseEvent, ReactNode } from "react"
import { Link } from "@/components/ui/link"
import { paths } from "@/lib/domain/path"

const entry = /^\/(login|register|findpassword|findpassword-mobile|oauth)(\/|$)/

/** Where one is now, with its conditions; on a page of entry, what it remembers itself. */
const here = (): string | undefined => {
  const { pathname, search } = window.location
  if (entry.test(pathname)) return new URLSearchParams(search).get("redirect") ?? undefined
  return pathname === "/" && !search ? undefined : pathname + search
}

/**
 * To the login and back (spec §4). The address in the page is the same for everybody and knows the path alone; the conditions behind it are added
 * when it is pressed, so that cached pages need not know them.
 */
export const LoginLink = ({ className, children }: { className: string; children: ReactNode }) => {
  const pathname = usePathname()
  const router = useRouter()
  const onClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    router.push(paths.login(here()))
  }
  return (
    <Link className={className} href={paths.login(pathname === "/" || entry.test(pathname) ? undefined : pathname)} onClick={onClick}>
      {children}
    </Link>
  )
}
