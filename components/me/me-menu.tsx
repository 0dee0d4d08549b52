"use client"

import { usePathname } from "next/navigation"
import { useLogOut } from "@/components/site/use-log-out"
import { Icon } from "@/components/ui/icon"
import type { IconName } from "@/components/ui/icon-paths"
import { Link } from "@/components/ui/link"
import { paths } from "@/lib/domain/path"

type Entry = { href: string; label: string; icon: IconName }

/** Only what is there to be opened; further pages of the personal area join here. */
const entries: Entry[] = [
  { href: paths.me, label: "个人中心", icon: "user" },
  { href: paths.myDocuments, label: "我的上传", icon: "upload" },
]

/** At the side, and on phones a strip of tabs. */
export const MeMenu = ({ documents }: { documents: number }) => {
  const pathname = usePathname()
  const logOut = useLogOut()
  return (
    <nav className="menu" aria-label="个人中心">
      {entries.map(({ href, label, icon }) => (
        <Link key={href} href={href} aria-current={pathname === href ? "page" : undefined}>
          <Icon name={icon} />
          {label}
          {href === paths.myDocuments && documents > 0 && <small>{documents}</small>}
        </Link>
      ))}
      <button type="button" onClick={() => void logOut()}>
        <Icon name="logout" />
        退出登录
      </button>
    </nav>
  )
}
