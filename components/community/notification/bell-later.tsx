"use client"

import dynamic from "next/dynamic"
import { useSession } from "@/components/providers/session"
import { Offered } from "@/components/ui/offered-link"
import { paths } from "@/lib/rules/path"

const Bell = dynamic(() => import("./bell").then((module) => module.Bell), { ssr: false })

/**
 * The bell, for logged-in users. Cached pages contain only its place, which the style sheet shows to browsers with a session, so that the
 * header does not shift.
 */
export const BellLater = () => {
  const id = useSession((state) => state.user?.id)
  return (
    <Offered href={paths.myNotifications}>
      <span className="bell-slot">{id ? <Bell key={id} /> : null}</span>
    </Offered>
  )
}
