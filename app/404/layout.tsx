import type { ReactNode } from "react"
import { Frame } from "@/components/site/site/frame"

/** The layout of the 404 page: the site's frame without its analytics code, since it stands at addresses of /me and /order too (docs/decisions/025). */
export default function UnknownLayout({ children }: { children: ReactNode }) {
  return <Frame>{children}</Frame>
}
