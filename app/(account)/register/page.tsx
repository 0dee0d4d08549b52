import type { Metadata } from "next"
import { RegisterView } from "@/components/people/account/register/register-view"
import { OauthButtons } from "@/components/people/oauth/oauth-buttons"
import { ownPath } from "@/lib/rules/path"
import { type SearchParams, sentParam } from "@/lib/view/library/list/query"
import { sendsMail } from "@/lib/view/people/mail"
import { readEntry } from "../read-entry"

export const metadata: Metadata = { title: "注册账号", robots: { index: false } }

export default async function RegisterPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { settings, providers } = await readEntry()
  const { security, footer, system } = settings
  const target = ownPath(sentParam(await searchParams, "redirect").slice(0, 2_000))
  return (
    <RegisterView
      target={target}
      open={security.enable_register}
      agreement={footer.agreement}
      sms={system.enable_sms}
      mail={!security.enable_verify_register_email || sendsMail(settings)}
      background={system.register_background}
    >
      <OauthButtons providers={providers} redirect={target} />
    </RegisterView>
  )
}
