"use client"

import { usePathname } from "next/navigation"
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from "react"
import { useSession } from "@/components/providers/session"
import { api } from "@/lib/api/client"
import { adHtml } from "./ad-html"
import { positionsOf, type AdPosition } from "./ad-positions"

export type Ad = { id: number; position: string; html: string }
/** `turn` rotates the advertisements that share a place between the pages of one visit. */
type Ads = { shown: Ad[]; turn: number }

const AdContext = createContext<Ads>({ shown: [], turn: 0 })

/**
 * Asks once a page for the advertisements of all its places (docs/reference/specification.md 2). VIP users make no call; a failure is nobody's business (docs/reference/specification.md 8), and
 * a place without any takes no room.
 */
export const AdProvider = ({ children }: { children: ReactNode }) => {
  const wanted = positionsOf(usePathname() ?? "/").join(" ")
  const ready = useSession((state) => state.ready)
  const vip = useSession((state) => state.user?.is_vip === true)
  const [shown, setShown] = useState<Ad[]>([])
  const [turn, setTurn] = useState(0)

  useEffect(() => {
    if (!ready || vip) return setShown([])
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
  const ads = useMemo(() => ({ shown, turn }), [shown, turn])
  return <AdContext value={ads}>{children}</AdContext>
}

/** The advertisements of a place. */
export const useAds = (position: AdPosition): { ads: Ad[]; turn: number } => {
  const { shown, turn } = use(AdContext)
  return { ads: shown.filter((ad) => ad.position === position), turn }
}
