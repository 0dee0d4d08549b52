import { notFound } from "next/navigation"
import { Bindings } from "@/components/people/account/me/bindings"
import { AccessTokens } from "@/components/people/session/me/access-tokens"
import { Devices } from "@/components/people/session/me/devices"
import { MeHead } from "@/components/people/account/me/me-head"
import { OauthSection } from "@/components/people/oauth/me/oauth-section"
import { Privacy } from "@/components/people/privacy/me/privacy"
import { ProfileForm } from "@/components/people/account/me/profile-form"
import { ProfileHead } from "@/components/people/account/me/profile-head"
import { ReadAgain } from "@/components/people/account/me/read-again"
import { Tabs } from "@/components/people/account/me/tabs"
import { AntdProvider } from "@/components/ui/antd"
import { WithCall } from "@/components/ui/with-call"
import { readPageChrome } from "@/components/site/site/read-page-chrome"
import { serverApi } from "@/lib/api/server"
import { refusalText } from "@/lib/api/result"
import type { User } from "@/lib/contract/types"
import { siteName } from "@/lib/rules/site/site-name"
import { isMissingPage } from "@/lib/view/offered-pages"
import { paths } from "@/lib/rules/path"
import { choiceParam, hrefOf, type SearchParams } from "@/lib/view/library/list/query"
import { currentUser } from "../current-user"
import { meMetadata } from "../me-metadata"

export const generateMetadata = meMetadata("资料设置")

const tabs = { profile: "个人资料", oauth: "账号绑定", session: "登录设备", token: "访问令牌", privacy: "隐私" } as const
const names = ["profile", "oauth", "session", "token", "privacy"] as const
type Tab = (typeof names)[number]

const hrefOfTab = (tab: Tab) => hrefOf(paths.myProfile, { tab: tab === "profile" ? "" : tab })

export default async function ProfilePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const tab = choiceParam(await searchParams, "tab", names)
  const [user, { settings }] = await Promise.all([currentUser(paths.myProfile), readPageChrome()])
  if (isMissingPage(hrefOfTab(tab), settings.capabilities)) notFound()
  return (
    <>
      <MeHead title="资料设置" />
      <ProfileHead user={user} />
      <Tabs label="资料设置" tabs={names.map((name) => ({ label: tabs[name], href: hrefOfTab(name), current: name === tab }))} />
      <Panel tab={tab} user={user} />
    </>
  )
}

const Panel = async ({ tab, user }: { tab: Tab; user: User }) => {
  if (tab === "session") return <Sessions />
  if (tab === "token") return <Tokens />
  const { settings } = await readPageChrome()
  if (tab === "privacy") return <Privacy sitename={siteName(settings.system)} hasPassword={user.has_password} closingAt={user.closing_at} />
  if (tab === "oauth") {
    const configs = await serverApi("GET /oauth/configs")
    return (
      <>
        <WithCall call="PUT /user/email">
          <Bindings user={user} channels={{ email: settings.system.enable_email, mobile: settings.system.enable_sms }} />
        </WithCall>
        <OauthSection providers={configs.ok ? (configs.data.oauths ?? []).length : 0} />
      </>
    )
  }
  return (
    <div className="card pad form-card wide">
      <AntdProvider>
        <ProfileForm user={user} />
      </AntdProvider>
    </div>
  )
}

const Sessions = async () => {
  const reply = await serverApi("GET /user/session")
  return reply.ok ? (
    <Devices sessions={reply.data.session} now={Date.now()} />
  ) : (
    <ReadAgain message={refusalText(reply, "登录设备没有读到")} href={hrefOf(paths.myProfile, { tab: "session" })} />
  )
}

const Tokens = async () => {
  const reply = await serverApi("GET /user/token")
  return reply.ok ? (
    <AccessTokens tokens={reply.data.token} now={Date.now()} />
  ) : (
    <ReadAgain message={refusalText(reply, "访问令牌没有读到")} href={hrefOf(paths.myProfile, { tab: "token" })} />
  )
}
