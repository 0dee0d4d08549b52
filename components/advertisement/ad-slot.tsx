"use client"

import "@/app/styles/advertisement.css"
import { useAds, type Ad } from "./ad-provider"
import type { AdPosition } from "./ad-positions"

const Shown = ({ ads, className }: { ads: Ad[]; className: string }) => (
  <aside className={`ads ${className}`.trimEnd()} aria-label="广告">
    {ads.map(({ id, html }) => (
      <div key={id} className="ad" dangerouslySetInnerHTML={{ __html: html }} />
    ))}
  </aside>
)

/** The advertisements at a place; an empty place takes no room. `className` positions it. */
export const AdSlot = ({ position, className = "" }: { position: AdPosition; className?: string }) => {
  const { ads } = useAds(position)
  return ads.length > 0 ? <Shown ads={ads} className={className} /> : null
}

/**
 * Between the pages of a document, after every `every`th: place it behind page `page` of `total`. Several take turns, and the
 * same one stays where it is however often the reader is drawn.
 */
export const AdBetweenPages = ({ page, total, every }: { page: number; total: number; every: number }) => {
  const { ads, turn } = useAds("document_between")
  const ad = ads[(turn + Math.floor(page / every)) % Math.max(1, ads.length)]
  return ad && page % every === 0 && page < total ? <Shown ads={[ad]} className="between" /> : null
}
