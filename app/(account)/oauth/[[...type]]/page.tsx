import type { Metadata } from "next"
import { notFound, redirect } from "next/navigation"
import { OauthLanding } from "@/components/people/oauth/oauth-landing"
import { readPageChrome } from "@/components/site/site/read-page-chrome"
import { notFoundIfAbsent } from "@/lib/api/page-error"
import { serverApi } from "@/lib/api/server"
import { paths } from "@/lib/rules/path"
import { sendsMail } from "@/lib/view/people/mail"

export const metadata: Metadata = { title: "第三方登录", robots: { index: false }, referrer: "no-referrer" }

export default async function OauthPage({ params }: { params: Promise<{ type?: string[] }> }) {
  const { type = [] } = await params
  if (type.length > 1) notFound()
  notFoundIfAbsent(await serverApi("GET /oauth/configs"))
  if (!type[0]) redirect(paths.login())
  const { settings } = await readPageChrome()
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
