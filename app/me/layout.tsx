import type { Metadata } from "next"
import type { ReactNode } from "react"
import "@/app/styles/people/account-me.css"
import "@/app/styles/people/account-me-day.css"
import "@/app/styles/people/account-me-list.css"
import "@/app/styles/people/account-me-settings.css"
import { IssuedPassword } from "@/components/people/account/issued-password"
import { ClosingBanner } from "@/components/people/privacy/me/closing-banner"
import { MeCard } from "@/components/people/account/me/me-card"
import { MeMenu } from "@/components/people/account/me/me-menu"
import { PageChrome } from "@/components/site/site/page-chrome"
import { serverApi } from "@/lib/api/server"

export const metadata: Metadata = { robots: { index: false } }

/** The layout of the account area. Each page checks the login itself, since a layout does not run on every navigation. */
export default async function MeLayout({ children }: { children: ReactNode }) {
  const [reply, downloads, orders] = await Promise.all([
    serverApi("GET /user"),
    serverApi("GET /user/download", { page: 1, size: 1 }),
    serverApi("GET /user/order", { page: 1, size: 1 }),
  ])
  const user = reply.ok ? reply.data : null
  return (
    <PageChrome>
      <main id="main" className="wrap me">
        <aside aria-label="个人中心">
          {user && <MeCard user={user} />}
          <MeMenu
            counts={{
              documents: user?.doc_count ?? 0,
              articles: user?.article_count ?? 0,
              favorites: user?.favorite_count ?? 0,
              downloads: downloads.ok ? downloads.data.total : 0,
              orders: orders.ok ? orders.data.total : 0,
            }}
          />
        </aside>
        <div>
          <IssuedPassword issued={user?.password_issued} />
          {user?.closing_at && <ClosingBanner at={user.closing_at} />}
          {children}
        </div>
      </main>
    </PageChrome>
  )
}
