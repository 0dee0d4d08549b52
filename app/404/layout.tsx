import type { ReactNode } from "react"
import { PagePathProvider } from "@/components/providers/page-path"
import { PageChrome } from "@/components/site/site/page-chrome"

const unknownPath = "/404"

/**
 * The layout of the 404 page: the page chrome without analytics code, since the page also appears at URLs of /me and /order
 * (docs/decisions/025).
 */
export default function UnknownLayout({ children }: { children: ReactNode }) {
  return (
    <PagePathProvider path={unknownPath}>
      <PageChrome>{children}</PageChrome>
    </PagePathProvider>
  )
}
