"use client"

import { usePathname } from "next/navigation"
import { useEffect, useRef } from "react"
import { useSettings } from "@/components/providers/settings"
import { useLogOut } from "@/components/people/session/use-log-out"
import { MoreIcon, type MoreIconName } from "@/components/ui/more-icon"
import { Link } from "@/components/ui/link"
import { useMenu } from "@/components/ui/offered-link"
import { count } from "@/lib/rules/format"
import { paths } from "@/lib/rules/path"

export type MeCounts = { documents: number; articles: number; favorites: number; downloads: number; orders: number }
type Entry = { href: string; label: string; icon: MoreIconName; counts?: keyof MeCounts }

const entries: Entry[] = [
  { href: paths.me, label: "我的动态", icon: "clock" },
  { href: paths.myNotifications, label: "我的通知", icon: "bell" },
  { href: paths.myDocuments, label: "我的上传", icon: "upload", counts: "documents" },
  { href: paths.myArticles, label: "我的文章", icon: "pencil", counts: "articles" },
  { href: paths.myFavorites, label: "我的收藏", icon: "bookmark", counts: "favorites" },
  { href: paths.myDownloads, label: "我的下载", icon: "download", counts: "downloads" },
  { href: paths.myOrders, label: "我的订单", icon: "order", counts: "orders" },
  { href: paths.myVip, label: "我的VIP", icon: "success" },
  { href: paths.myAppeals, label: "我的申诉", icon: "alert" },
  { href: paths.myProfile, label: "资料设置", icon: "user" },
  { href: paths.myPassword, label: "修改密码", icon: "lock" },
  { href: paths.myComplaints, label: "版权投诉", icon: "alert" },
  { href: paths.mySecurity, label: "登录安全", icon: "key" },
]

/** Maps pages without a menu entry to another entry. */
const entryOf = (pathname: string) =>
  pathname === paths.myCredits ? paths.me : pathname === paths.myNotificationSettings ? paths.myNotifications : pathname

/** The menu of the personal area: a sidebar, on phones a strip of tabs. */
export const MeMenu = ({ counts }: { counts: MeCounts }) => {
  const pathname = usePathname()
  const logOut = useLogOut()
  const strip = useRef<HTMLElement>(null)
  const here = entryOf(pathname)
  const { show_order } = useSettings().display
  // memberships and recharges are orders too, so the page is needed even if documents are bought without it
  const withOrders = show_order || counts.orders > 0 || here === paths.myOrders
  const visible = useMenu(entries).filter(({ href }) => href !== paths.myOrders || withOrders)

  useEffect(() => {
    const current = strip.current?.querySelector<HTMLElement>("[aria-current]")
    if (current && strip.current) strip.current.scrollLeft = current.offsetLeft - (strip.current.clientWidth - current.offsetWidth) / 2
  }, [here])

  return (
    <nav ref={strip} className="menu" aria-label="个人中心">
      {visible.map((entry) => (
        <Link key={entry.href} href={entry.href} aria-current={here === entry.href ? "page" : undefined}>
          <MoreIcon name={entry.icon} />
          {entry.label}
          {entry.counts && counts[entry.counts] > 0 && <small>{count(counts[entry.counts])}</small>}
        </Link>
      ))}
      <button type="button" onClick={() => void logOut()}>
        <MoreIcon name="logout" />
        退出登录
      </button>
    </nav>
  )
}
