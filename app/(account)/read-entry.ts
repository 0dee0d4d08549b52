import "server-only"
import { headers } from "next/headers"
import { readPageChrome } from "@/components/site/site/read-page-chrome"
import { serverApi } from "@/lib/api/server"
import type { OauthConfig } from "@/lib/contract/types"
import { offeredHere } from "@/lib/view/people/oauth"

/** Loads the data of the account pages: public settings, and the login providers for this browser. These pages are not cached. */
export const readEntry = async () => {
  const [{ settings }, configs, sent] = await Promise.all([readPageChrome(), serverApi("GET /oauth/configs"), headers()])
  const enabled: OauthConfig[] = configs.ok ? configs.data.oauths.filter(({ enable }) => enable) : []
  return { settings, providers: offeredHere(enabled, sent.get("user-agent") ?? "") }
}

/** Returns the name of a logged-in user without access to the closed site, else "". */
export const readRefusedVisitor = async (): Promise<string> => {
  const [user, permissions] = await Promise.all([serverApi("GET /user"), serverApi("GET /user/permission")])
  return user.ok && permissions.ok && permissions.data.permission.length === 0 ? user.data.username : ""
}
