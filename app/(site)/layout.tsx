import type { ReactNode } from "react"
import { Analytics } from "@/components/site/site/analytics"
import { PageChrome } from "@/components/site/site/page-chrome"
import { WechatShare } from "@/components/site/site/wechat-share"

export default function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <PageChrome>{children}</PageChrome>
      <Analytics />
      <WechatShare />
    </>
  )
}
