"use client"

import { useEffect } from "react"
import { usePagePath } from "@/components/providers/page-path"
import { WithCall } from "@/components/ui/with-call"
import { isInWechat } from "@/lib/rules/device"

/** Inside WeChat, a page that is shared carries its title, description and picture. Elsewhere, or unless the site can sign it, nothing is loaded. */
export const WechatShare = () => (
  <WithCall call="GET /oauth/wxshare/signature">
    <Card />
  </WithCall>
)

const Card = () => {
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
