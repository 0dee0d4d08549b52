import type { Metadata } from "next"
import { notFound, redirect } from "next/navigation"
import { OauthLanding } from "@/components/people/oauth/oauth-landing"
import { readPageChrome } from "@/components/site/site/read-page-chrome"
import { paths } from "@/lib/rules/path"
import { isMissingPage } from "@/lib/view/offered-pages"
import { sendsMail } from "@/lib/view/people/mail"

export const metadata: Metadata = { title: "第三方登录", robots: { index: false }, referrer: "no-referrer" }

export default async function OauthPage({ params }: { params: Promise<{ type?: string[] }> }) {
  const { type = [] } = await params
  if (type.length > 1) notFound()
  const { settings } = await readPageChrome()
  if (isMissingPage(paths.oauth(type[0] ?? ""), settings.capabilities)) notFound()
  if (!type[0]) redirect(paths.login())
  const { security, footer, system } = settings
  return (
    <OauthLanding
      name={type[0]}
      sms={system.enable_sms}
      open={security.enable_register}
      mail={!security.enable_verify_register_email || sendsMail(settings)}
      agreement={footer.agreement}
    />
  )
}
