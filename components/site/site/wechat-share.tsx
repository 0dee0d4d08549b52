"use client"

import { useEffect } from "react"
import { usePagePath } from "@/components/providers/page-path"
import { isInWechat } from "@/lib/rules/device"

/** Inside WeChat, a page that is shared carries its title, description and picture. Elsewhere nothing is loaded. */
export const WechatShare = () => {
  const path = usePagePath()
  useEffect(() => {
    if (!isInWechat(navigator.userAgent)) return
    let isCurrent = true
    void import("./wechat-card").then(({ offerCard }) => offerCard(() => isCurrent)).catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [path])
  return null
}
