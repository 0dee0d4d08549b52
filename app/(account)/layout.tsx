import type { ReactNode } from "react"
import "@/app/styles/form.css"
import "@/app/styles/people/account.css"
import "@/app/styles/people/account-oauth.css"
import { AntdProvider } from "@/components/ui/antd"
import { PageChrome } from "@/components/site/site/page-chrome"

/** The layout of login, registration and password recovery: the page chrome around one card. */
export default function AccountLayout({ children }: { children: ReactNode }) {
  return (
    <PageChrome>
      <main id="main" className="account">
        <div className="wrap">
          <AntdProvider>{children}</AntdProvider>
        </div>
      </main>
    </PageChrome>
  )
}
