"use client"

import { useEffect } from "react"
import { usePagePath } from "@/components/providers/page-path"
import { useOffers } from "@/components/providers/settings"
import { isInWechat } from "@/lib/rules/device"

/** Inside WeChat, a page that is shared carries its title, description and picture. Elsewhere nothing is loaded. */
export const WechatShare = () => {
  const path = usePagePath()
  const has = useOffers()
  const offered = has("GET /oauth/wxshare/signature")
  useEffect(() => {
    if (!offered || !isInWechat(navigator.userAgent)) return
    let isCurrent = true
    void import("./wechat-card").then(({ offerCard }) => offerCard(() => isCurrent)).catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [path, offered])
  return null
}
