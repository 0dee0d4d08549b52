"use client"

import { useEffect } from "react"
import { Link } from "@/components/ui/link"
import { MoreIcon } from "@/components/ui/more-icon"
import { paths } from "@/lib/rules/path"
import { badgeOf } from "@/lib/view/community/unread-badge"
import { refreshUnread, useUnread } from "./use-unread"

/** The bell with the number of unread notifications; opens their page. */
export const Bell = () => {
  const unread = useUnread()

  useEffect(() => {
    void refreshUnread()
    const look = () => {
      if (!document.hidden) void refreshUnread({ atMostEvery: 20_000 })
    }
    window.addEventListener("focus", look)
    document.addEventListener("visibilitychange", look)
    return () => {
      window.removeEventListener("focus", look)
      document.removeEventListener("visibilitychange", look)
    }
  }, [])

  return (
    <Link className="ib bell" href={paths.myNotifications} aria-label={unread > 0 ? `通知，${badgeOf(unread)} 条未读` : "通知"}>
      <MoreIcon name="bell" />
      {unread > 0 ? (
        <span className="bell-n num" aria-hidden="true">
          {badgeOf(unread)}
        </span>
      ) : null}
    </Link>
  )
}
