import type { Metadata } from "next"
import type { ReactNode } from "react"
import "@/app/styles/shelf.css"
import "@/app/styles/me.css"
import { MeMenu } from "@/components/me/me-menu"
import { MeCard } from "@/components/me/me-card"
import { Frame } from "@/components/site/frame"
import { serverApi } from "@/lib/api/server"

export const metadata: Metadata = { robots: { index: false } }

/** The personal area. Its pages send away who is not logged in: a layout is not asked again on every step. */
export default async function MeLayout({ children }: { children: ReactNode }) {
  const reply = await serverApi("GET /user")
  return (
    <Frame>
      <main id="main" className="wrap me">
        <aside aria-label="个人中心">
          {reply.ok && <MeCard user={reply.data} />}
          <MeMenu documents={reply.ok ? reply.data.doc_count : 0} />
        </aside>
        <div>{children}</div>
      </main>
    </Frame>
  )
}
