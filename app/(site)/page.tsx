import type { Metadata } from "next"
import { FriendLinks } from "@/components/site/friendlink/friend-links"
import { HomeOneView } from "@/components/site/site/home/home-one-view"
import { HomeTwoView } from "@/components/site/site/home/home-two-view"
import { readFriendLinks, readHome } from "@/components/site/site/home/read-home"
import { WebsiteData } from "@/components/site/site/home/website-data"
import { Static } from "@/components/ui/static/static"
import { readPageChrome } from "@/components/site/site/read-page-chrome"
import { pageMetadata } from "@/lib/view/page-metadata"
import { siteSettings } from "@/lib/view/site/site-settings"
import { homeTitle } from "@/lib/rules/site/site-name"

export const generateMetadata = async (): Promise<Metadata> => {
  const { system } = (await readPageChrome()).settings
  const title = homeTitle(system)
  return { ...pageMetadata(system, { title, path: "/" }), title: { absolute: title } }
}

export default async function HomePage() {
  const [home, links, { settings }] = await Promise.all([readHome(), readFriendLinks(), readPageChrome()])
  const islands = siteSettings(settings)
  return (
    <>
      <WebsiteData system={settings.system} />
      {home.version === "v1" ? (
        <HomeOneView home={home} settings={islands} />
      ) : (
        <HomeTwoView home={home} settings={islands} now={Date.now()} />
      )}
      <Static isCached>
        <FriendLinks links={links} />
      </Static>
    </>
  )
}
