"use client"

import dynamic from "next/dynamic"
import { useOffers } from "@/components/providers/settings"
import { useSession } from "@/components/providers/session"

const Bell = dynamic(() => import("./bell").then((module) => module.Bell), { ssr: false })

/**
 * The bell, for logged-in users. Cached pages contain only its place, which the style sheet shows to browsers with a session, so that the
 * header does not shift.
 */
export const BellLater = () => {
  const id = useSession((state) => state.user?.id)
  if (!useOffers()("GET /notification/count")) return null
  return <span className="bell-slot">{id ? <Bell key={id} /> : null}</span>
}
