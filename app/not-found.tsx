import type { Metadata } from "next"
import { Frame } from "@/components/site/frame"
import { NotFoundView } from "@/components/ui/not-found-view"

export const metadata: Metadata = { title: { absolute: "404" }, description: "内容不存在", robots: { index: false } }

/** For addresses of no layout at all: the frame comes along. */
export default function NotFound() {
  return (
    <Frame>
      <NotFoundView />
    </Frame>
  )
}
