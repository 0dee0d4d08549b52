import type { ReactNode } from "react"
import { PageChrome } from "@/components/site/site/page-chrome"

/**
 * The layout of the 404 page: the page chrome without analytics code, since the page also appears at URLs of /me and /order
 * (docs/decisions/025).
 */
export default function UnknownLayout({ children }: { children: ReactNode }) {
  return <PageChrome>{children}</PageChrome>
}
