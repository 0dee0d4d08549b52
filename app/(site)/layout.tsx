import type { ReactNode } from "react"
import { Analytics } from "@/components/site/site/analytics"
import { Frame } from "@/components/site/site/frame"

export default function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <Frame>{children}</Frame>
      <Analytics />
    </>
  )
}
