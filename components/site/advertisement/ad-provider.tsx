"use client"

import { usePathname } from "next/navigation"
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from "react"
import { useSession } from "@/components/providers/session"
import { api } from "@/lib/api/client"
import { adHtml } from "./ad-html"
import type { AdHeights, AdPosition } from "@/lib/contract/site/advertisement.positions"
import { positionsOf } from "./ad-positions"

export type Ad = { id: number; position: string; html: string }
/** `turn` rotates the advertisements that share a place between the pages of one visit. */
type Ads = { shown: Ad[]; turn: number; room: AdRoom | null }
/** The room that the page keeps for each position that has advertisements; null where the server does not say. */
export type AdRoom = Partial<Record<string, AdHeights>>

const AdContext = createContext<Ads>({ shown: [], turn: 0, room: null })

/**
 * Asks once a page for the advertisements of all its places (docs/reference/specification.md 2). VIP users make no call; a failure is nobody's business (docs/reference/specification.md 8), and
 * a place without any takes no room. `room` is what the server knew when the page was drawn: places outside of it are not asked for, since what
 * would come there would push what is read.
 */
export const AdProvider = ({ room = null, children }: { room?: AdRoom | null; children: ReactNode }) => {
  const wanted = positionsOf(usePathname() ?? "/")
    .filter((position) => !room || room[position])
    .join(" ")
  const ready = useSession((state) => state.ready)
  const vip = useSession((state) => state.user?.is_vip === true)
  const [shown, setShown] = useState<Ad[]>([])
  const [turn, setTurn] = useState(0)

  useEffect(() => {
    if (!ready || vip || !wanted) return setShown([])
    let alive = true
    void api("GET /advertisement/position", { position: wanted.split(" ") }).then((reply) => {
      if (!alive || !reply.ok) return
      setTurn(Math.floor(Math.random() * 1000))
      setShown(
        reply.data.advertisement
          .map(({ id, position, content }) => ({ id, position, html: adHtml(content) }))
          .filter(({ html }) => html !== ""),
      )
    })
    return () => {
      alive = false
    }
  }, [ready, vip, wanted])
  const ads = useMemo(() => ({ shown, turn, room }), [shown, turn, room])
  return <AdContext value={ads}>{children}</AdContext>
}

/** The room that is kept for a place: null without any, undefined where nobody says. */
export const useAdRoom = (position: AdPosition): AdHeights | null | undefined => {
  const { room } = use(AdContext)
  const vip = useSession((state) => state.user?.is_vip === true)
  if (!room) return undefined
  return vip ? null : (room[position] ?? null)
}

/** The advertisements of a place. */
export const useAds = (position: AdPosition): { ads: Ad[]; turn: number } => {
  const { shown, turn } = use(AdContext)
  return { ads: shown.filter((ad) => ad.position === position), turn }
}
