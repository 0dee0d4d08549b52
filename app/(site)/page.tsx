import type { Metadata } from "next"
import { FriendLinks } from "@/components/home/friend-links"
import { HomeOneView } from "@/components/home/home-one-view"
import { HomeTwoView } from "@/components/home/home-two-view"
import { readFriendLinks, readHome } from "@/components/home/read-home"
import { WebsiteData } from "@/components/home/website-data"
import { readSiteFrame } from "@/components/site/read-site-frame"

export const generateMetadata = async (): Promise<Metadata> => ({
  alternates: { canonical: "/" },
  title: { absolute: (await readSiteFrame()).settings.system.title || "豆架" },
})

export default async function HomePage() {
  const [home, links, { settings }] = await Promise.all([readHome(), readFriendLinks(), readSiteFrame()])
  return (
    <>
      <WebsiteData system={settings.system} />
      {home.version === "v1" ? <HomeOneView home={home} /> : <HomeTwoView home={home} now={Date.now()} />}
      <FriendLinks links={links} />
    </>
  )
}
