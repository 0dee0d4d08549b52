import type { Metadata } from "next"
import { readEntry } from "@/app/(account)/read-entry"
import { RegisterView } from "@/components/people/account/register/register-view"
import { ownPath } from "@/lib/rules/path"
import { type SearchParams, sentParam } from "@/lib/view/library/list/query"
import { offers } from "@/lib/view/capabilities"
import { sendsMail } from "@/lib/view/people/mail"

export const metadata: Metadata = { title: "注册账户", robots: { index: false } }

export default async function RegisterPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { settings, providers } = await readEntry()
  const { security, footer, system, capabilities } = settings
  return (
    <RegisterView
      target={ownPath(sentParam(await searchParams, "redirect").slice(0, 2_000))}
      open={security.enable_register}
      agreement={footer.agreement}
      sms={system.enable_sms && offers(capabilities.absent, "POST /user/register/mobile")}
      mail={!security.enable_verify_register_email || sendsMail(settings)}
      providers={providers}
      background={system.register_background}
    />
  )
}
