import "server-only"
import { headers } from "next/headers"
import { readSiteFrame } from "@/components/site/read-site-frame"
import { serverApi } from "@/lib/api/server"
import type { OauthConfig } from "@/lib/contract/types"
import { offeredHere } from "@/lib/view/oauth"

/** What the pages of entry need: public settings, and the providers that make sense in this browser. These pages are nobody's and cached nowhere. */
export const readDoor = async () => {
  const [{ settings }, configs, sent] = await Promise.all([readSiteFrame(), serverApi("GET /oauth/configs"), headers()])
  const enabled: OauthConfig[] = configs.ok ? configs.data.oauths.filter(({ enable }) => enable) : []
  return { settings, providers: offeredHere(enabled, sent.get("user-agent") ?? "") }
}

/** Who is logged in and may not enter a closed site; "" when nobody is, or when they may. */
export const readStuck = async (): Promise<string> => {
  const [user, permissions] = await Promise.all([serverApi("GET /user"), serverApi("GET /user/permission")])
  return user.ok && permissions.ok && permissions.data.permission.length === 0 ? user.data.username : ""
}
