"use client"

import type { CSSProperties } from "react"
import type { AdHeights, AdPosition } from "@/lib/contract/site/advertisement.positions"
import { AdBox } from "./ad-box"
import { useAdRoom, useAds, type Ad } from "./ad-provider"

type AdRoomProps = { ads: Ad[]; className: string; room?: AdHeights | undefined }

const heightsOf = ({ desktop, phone }: AdHeights) => ({ "--ad-room": `${desktop}px`, "--ad-room-phone": `${phone}px` }) as CSSProperties

const AdRoom = ({ ads, className, room }: AdRoomProps) => (
  <aside className={`ads ${className}${room ? " kept" : ""}`.trimEnd()} style={room && heightsOf(room)} aria-label="广告">
    {ads.map((ad) => (
      <AdBox key={ad.id} ad={ad} />
    ))}
  </aside>
)

/**
 * Renders the advertisements of a position. A position without any takes no space; one with some reserves its space before they load, so
 * that nothing shifts. `className` positions it.
 */
export const AdIsland = ({ position, className = "" }: { position: AdPosition; className?: string }) => {
  const { ads } = useAds(position)
  const room = useAdRoom(position)
  if (room === null) return null
  return room || ads.length > 0 ? <AdRoom ads={ads} className={className} room={room} /> : null
}

/**
 * Renders an advertisement between the pages of a document, after every `every`th page: place it behind page `page` of `total`. Several
 * take turns, and each keeps its position however often the reader re-renders.
 */
export const AdBetweenPages = ({ page, total, every }: { page: number; total: number; every: number }) => {
  const { ads, turn } = useAds("document_between")
  const ad = ads[(turn + Math.floor(page / every)) % Math.max(1, ads.length)]
  return ad && page % every === 0 && page < total ? <AdRoom ads={[ad]} className="between" /> : null
}
