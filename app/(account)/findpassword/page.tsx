import type { Metadata } from "next"
import { FindPasswordView } from "@/components/people/account/recover/find-password-view"
import { readPageChrome } from "@/components/site/site/read-page-chrome"
import { type SearchParams, textParam } from "@/lib/view/library/list/query"
import { mailsLinks } from "@/lib/view/people/mail"

export const metadata: Metadata = { title: "找回密码", robots: { index: false }, referrer: "no-referrer" }

export default async function FindPasswordPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [{ settings }, params] = await Promise.all([readPageChrome(), searchParams])
  return (
    <FindPasswordView
      token={textParam(params, "token", 4_096)}
      email={textParam(params, "email")}
      sms={settings.system.enable_sms}
      mail={mailsLinks(settings)}
    />
  )
}
