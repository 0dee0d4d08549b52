import { MeHead } from "@/components/people/account/me/me-head"
import { ReadAgain } from "@/components/people/account/me/read-again"
import { TwoFactor } from "@/components/people/two-factor/me/two-factor"
import { readPageChrome } from "@/components/site/site/read-page-chrome"
import { notFoundIfAbsent } from "@/lib/api/page-error"
import { serverApi } from "@/lib/api/server"
import { refusalText } from "@/lib/api/result"
import { paths } from "@/lib/rules/path"
import { siteName } from "@/lib/rules/site/site-name"
import { currentUser } from "../current-user"
import { meMetadata } from "../me-metadata"

export const generateMetadata = meMetadata("登录安全")

export default async function SecurityPage() {
  const [user, reply, { settings }] = await Promise.all([currentUser(paths.mySecurity), serverApi("GET /user/factor"), readPageChrome()])
  notFoundIfAbsent(reply)
  return (
    <>
      <MeHead title="登录安全" />
      {reply.ok ? (
        <TwoFactor factors={reply.data} username={user.username} sitename={siteName(settings.system)} now={Date.now()} />
      ) : (
        <ReadAgain message={refusalText(reply, "两步验证没有读到")} href={paths.mySecurity} />
      )}
    </>
  )
}
