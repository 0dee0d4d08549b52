import type { Metadata } from "next"
import { LoginView } from "@/components/people/account/login/login-view"
import { OauthButtons } from "@/components/people/oauth/oauth-buttons"
import { passkeyHost } from "@/lib/rules/people/passkey-host"
import { ownPath } from "@/lib/rules/path"
import { type SearchParams, sentParam } from "@/lib/view/library/list/query"
import { readEntry, readRefusedVisitor } from "../read-entry"

export const metadata: Metadata = { title: "登录", robots: { index: false } }

export default async function LoginPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { settings, providers } = await readEntry()
  const { security, system, features } = settings
  const target = ownPath(sentParam(await searchParams, "redirect").slice(0, 2_000))
  return (
    <LoginView
      target={target}
      statement={security.is_close ? security.close_statement || "网站暂时关闭，请稍后再来。" : ""}
      refusedVisitor={security.is_close ? await readRefusedVisitor() : ""}
      sms={system.enable_sms}
      passkeys={passkeyHost(system.domain) !== "" && features.passkeys}
      open={security.enable_register}
      background={system.login_background}
    >
      <OauthButtons providers={providers} redirect={target} />
    </LoginView>
  )
}
