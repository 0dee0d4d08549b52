import { passkeyHost } from "@/lib/rules/people/passkey-host"
import { originOf } from "@/lib/rules/path"
import type { Services } from "@/server/context"
import { invalid } from "@/server/errors"
import { settingsOf } from "../../site/settings/settings.usecases"

/** The site as seen by passkeys. `id` is the host name: a passkey is bound to it and works nowhere else. */
export type RelyingParty = { id: string; origin: string; name: string }

/** Reads the site's address only from the settings, since a request can claim any host. Null if it is not set or is an IP address. */
export const findRelyingParty = async (app: Services): Promise<RelyingParty | null> => {
  const { domain, sitename } = await settingsOf(app, "system")
  const id = passkeyHost(domain)
  return id ? { id, origin: originOf(domain.trim()), name: sitename } : null
}

/** @throws 400 if passkeys cannot be used */
export const getRelyingParty = async (app: Services): Promise<RelyingParty> => {
  const party = await findRelyingParty(app)
  if (!party) throw invalid("网站域名未设置，暂时不能使用通行密钥")
  return party
}
