import type { ReactNode } from "react"
import { PageChrome } from "@/components/site/site/page-chrome"

/** The layout of orders: the page chrome without analytics code, since these pages belong to one user (docs/decisions/025). */
export default function OrderLayout({ children }: { children: ReactNode }) {
  return <PageChrome>{children}</PageChrome>
}
