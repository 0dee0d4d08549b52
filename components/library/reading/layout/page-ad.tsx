"use client"

import type { CSSProperties } from "react"
import { AdBetweenPages } from "@/components/site/advertisement/ad-island"
import { boxOf } from "../store/page-layout"
import { useReader } from "../store/use-reader"

/** An advertisement below a page, in space that the layout reserves, so that no page shifts. */
export const PageAd = ({ page }: { page: number }) => {
  const gap = useReader((state) => state.gap)
  const total = useReader((state) => state.source.total)
  const pageAds = useReader((state) => state.pageAds)
  const box = useReader((state) => state.plan && boxOf(state.plan, page))
  const room = useReader((state) => state.width)
  const wide = useReader((state) => state.plan?.width ?? 0)
  if (!box || !pageAds) return null
  return (
    <div
      className="page-ad"
      style={
        {
          top: box.end + gap,
          left: (wide - room) / 2,
          width: room,
          height: pageAds.height,
          "--page-ad": `${pageAds.height}px`,
        } as CSSProperties
      }
    >
      <AdBetweenPages page={page} total={total} every={pageAds.every} />
    </div>
  )
}
