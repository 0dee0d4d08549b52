import type { ReactNode } from "react"
import { PageChrome } from "@/components/site/site/page-chrome"

/** The layout of share links: the page chrome without analytics code, which would pass the address on (docs/decisions/025). */
export default function ShareLayout({ children }: { children: ReactNode }) {
  return <PageChrome>{children}</PageChrome>
}
