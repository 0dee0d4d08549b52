import type { Metadata } from "next"
import { Frame } from "@/components/site/frame"
import { NotFoundView } from "@/components/ui/not-found-view"

export const metadata: Metadata = { title: { absolute: "404" }, description: "内容不存在", robots: { index: false } }

/** The 404 page for addresses outside every layout: it brings the site's frame. */
export default function NotFound() {
  return (
    <Frame>
      <NotFoundView />
    </Frame>
  )
}
