"use client"

import dynamic from "next/dynamic"
import { useSession } from "@/components/providers/session"

const Announcements = dynamic(() => import("./announcements").then((module) => module.Announcements), { ssr: false })

/** The bar of announcements: it covers the lower edge of the window, so that nothing shifts, and loads again when the session changes. */
export const AnnouncementsLater = () => {
  const ready = useSession((state) => state.ready)
  const id = useSession((state) => state.user?.id)
  return ready ? <Announcements key={id ?? 0} /> : null
}
