"use client"

import { useSession } from "@/components/providers/session"
import { useSettings } from "@/components/providers/settings"
import { AdminIcon } from "@/components/admin/admin-icon"
import { Link } from "@/components/ui/link"
import { dashboard, isGroup, visibleMenu, type AdminGroup, type AdminPage } from "@/lib/view/admin-menu"

/** The pages of the menu as links; on phones this saves opening the menu. */
export const QuickLinks = () => {
  const allowedPages = useSession((state) => state.allowedPages)
  const { absent } = useSettings()
  const entries = visibleMenu(allowedPages, absent).filter((entry) => entry !== dashboard)
  const alone = entries.filter((entry): entry is AdminPage => !isGroup(entry))
  const groups: AdminGroup[] = [
    ...entries.filter(isGroup),
    ...(alone.length > 0 ? [{ title: "网站内容", icon: "picture" as const, pages: alone }] : []),
  ]
  return (
    <div className="adm-quick">
      {groups.map((group) => (
        <section key={group.title} className="card" aria-label={group.title}>
          <h2>
            <AdminIcon name={group.icon} />
            {group.title}
          </h2>
          <div className="rel">
            {group.pages.map((page) => (
              <Link key={page.path} href={page.path}>
                {page.title}
              </Link>
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}
