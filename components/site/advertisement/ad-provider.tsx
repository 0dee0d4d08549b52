"use client"

import { createContext, use, useEffect, useMemo, useState, type ReactNode } from "react"
import { usePagePath } from "@/components/providers/page-path"
import { useSession } from "@/components/providers/session"
import { api } from "@/lib/api/client"
import type { Output } from "@/lib/contract/types"
import { frameAddress } from "@/lib/rules/site/advertisement-frame"
import { adHtml } from "./ad-html"
import { usualHeights, type AdHeights, type AdPosition } from "@/lib/contract/site/advertisement.positions"
import { positionsOf } from "./ad-positions"
import { isBelowLimit } from "./daily-views"

type PositionAd = Output<"GET /advertisement/position">["advertisement"][number]

/** `html` to insert, or `frame`: the address of the frame in which its scripts run. `b`: its second content was drawn. */
export type Ad = { id: number; position: string; b: boolean; html: string; frame: string; heights: AdHeights }
/** `turn` rotates the advertisements that share a position between the pages of one visit. */
type Ads = { visibleAds: Ad[]; turn: number; room: AdRoom | null }
/** The space that the page reserves for each position with advertisements; null if the server does not report it. */
export type AdRoom = Partial<Record<string, AdHeights>>

const AdContext = createContext<Ads>({ visibleAds: [], turn: 0, room: null })

/**
 * Requests the advertisements of all positions once per page (docs/reference/specification.md 2). VIP users make no call; a failure is
 * ignored (docs/reference/specification.md 8); a position without any takes no space.
 * `room` is what the server knew when it rendered the page. Positions outside of it are not requested, because their content would shift
 * the text.
 */
export const AdProvider = ({ room = null, children }: { room?: AdRoom | null; children: ReactNode }) => {
  const positionList = positionsOf(usePagePath() ?? "/")
    .filter((position) => !room || room[position])
    .join(" ")
  const ready = useSession((state) => state.ready)
  const vip = useSession((state) => state.user?.is_vip === true)
  const [visibleAds, setShown] = useState<Ad[]>([])
  const [turn, setTurn] = useState(0)

  useEffect(() => {
    if (!ready || vip || !positionList) return setShown([])
    let alive = true
    void api("GET /advertisement/position", { position: positionList.split(" ") }).then((reply) => {
      if (!alive || !reply.ok) return
      setTurn(Math.floor(Math.random() * 1000))
      setShown(
        reply.data.advertisement
          .filter(({ id, daily_limit }) => isBelowLimit(id, daily_limit))
          .map(drawn)
          .filter(({ html, frame }) => html !== "" || frame !== ""),
      )
    })
    return () => {
      alive = false
    }
  }, [ready, vip, positionList])
  const ads = useMemo(() => ({ visibleAds, turn, room }), [visibleAds, turn, room])
  return <AdContext value={ads}>{children}</AdContext>
}

const drawn = ({ id, position, content, content_b, framed, height_desktop, height_phone }: PositionAd): Ad => {
  const b = content_b !== "" && Math.random() < 0.5
  const heights = { desktop: height_desktop || usualHeights.desktop, phone: height_phone || usualHeights.phone }
  const frame = framed ? frameAddress(id, b) : ""
  return { id, position, b, heights, frame, html: framed ? "" : adHtml(b ? content_b : content) }
}

/** Returns the space reserved for a position: null if it has no advertisements, undefined if the server does not report it. */
export const useAdRoom = (position: AdPosition): AdHeights | null | undefined => {
  const { room } = use(AdContext)
  const vip = useSession((state) => state.user?.is_vip === true)
  if (!room) return undefined
  return vip ? null : (room[position] ?? null)
}

/** Returns the advertisements of a position. */
export const useAds = (position: AdPosition): { ads: Ad[]; turn: number } => {
  const { visibleAds, turn } = use(AdContext)
  return { ads: visibleAds.filter((ad) => ad.position === position), turn }
}
