import { passkeyHost } from "@/lib/rules/people/passkey-host"
import { originOf } from "@/lib/rules/path"
import type { Services } from "@/server/context"
import { invalid } from "@/server/errors"
import { settingsOf } from "../../site/settings/settings.usecases"

/** The site as passkeys know it. `id` is the host name: a passkey belongs to it and works nowhere else. */
export type RelyingParty = { id: string; origin: string; name: string }

/** From the setting of the site's address alone: what a request says of its host is anybody's to choose. Null without one, or where it is an IP address. */
export const findRelyingParty = async (app: Services): Promise<RelyingParty | null> => {
  const { domain, sitename } = await settingsOf(app, "system")
  const id = passkeyHost(domain)
  return id ? { id, origin: originOf(domain.trim()), name: sitename } : null
}

/** @throws 400 where passkeys cannot be used */
export const getRelyingParty = async (app: Services): Promise<RelyingParty> => {
  const found = await findRelyingParty(app)
  if (!found) throw invalid("网站域名未设置，暂时不能使用通行密钥")
  return found
}
