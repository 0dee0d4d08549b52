import type { ReactNode } from "react"
import { Frame } from "@/components/site/site/frame"

/** The layout of orders: the site's frame without its analytics code, since these are pages of one person (docs/decisions/025). */
export default function OrderLayout({ children }: { children: ReactNode }) {
  return <Frame>{children}</Frame>
}
