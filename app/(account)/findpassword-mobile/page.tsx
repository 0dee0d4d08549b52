import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { FindPasswordMobileView } from "@/components/people/account/recover/find-password-mobile-view"
import { readPageChrome } from "@/components/site/site/read-page-chrome"
import { paths } from "@/lib/rules/path"

export const metadata: Metadata = { title: "找回密码", robots: { index: false } }

export default async function FindPasswordMobilePage() {
  const { settings } = await readPageChrome()
  if (!settings.system.enable_sms) redirect(paths.findPassword)
  return <FindPasswordMobileView />
}
