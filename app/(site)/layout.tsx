import type { ReactNode } from "react"
import "../styles/shelf.css"
import { Analytics } from "@/components/site/analytics"
import { Frame } from "@/components/site/frame"

export default function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <Frame>{children}</Frame>
      <Analytics />
    </>
  )
}
