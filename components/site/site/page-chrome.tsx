import type { ReactNode } from "react"
import { AdProvider } from "@/components/site/advertisement/ad-provider"
import { AdSlot } from "@/components/site/advertisement/ad-slot"
import { AnnouncementsLater } from "@/components/site/announcement/announcements-later"
import { Static } from "@/components/ui/static/static"
import { yearOf } from "@/lib/rules/time"
import { fitNavigation } from "@/lib/view/site/navigation-fit"
import { Brand } from "./brand"
import { Footer } from "./footer"
import { Header } from "./header"
import { readPageChrome } from "./read-page-chrome"
import { RightBar } from "./right-bar"

/** Header, the page's <main id="main">, footer and right bar; identical for every visitor. */
export const PageChrome = async ({ children }: { children: ReactNode }) => {
  const shell = await readPageChrome()
  const { display, system, mp } = shell.settings
  return (
    <AdProvider room={shell.adRoom}>
      <div className="site">
        <AdSlot position="global_top" className="edge" />
        <Header
          brand={
            <Static>
              <Brand system={system} />
            </Static>
          }
          items={fitNavigation(shell.navigation, system)}
          lists={{ document: shell.documents.length > 0, article: shell.articles.length > 0 }}
        />
        {children}
        <Footer settings={shell.settings} year={yearOf(new Date())} />
        <RightBar
          qrcode={display.wechat_qrcode}
          qrcodeTip={display.wechat_tip || system.sitename}
          program={mp.enable ? mp.qrcode : ""}
          programTip={mp.name || "微信扫码，打开小程序"}
          contact={display.contact_link}
          contactTip={display.contact_tip}
        />
        {shell.announcement ? <AnnouncementsLater /> : null}
      </div>
    </AdProvider>
  )
}
