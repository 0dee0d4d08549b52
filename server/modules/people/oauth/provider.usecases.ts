import { type OauthProvider, oauthProviders } from "@/lib/contract/people/oauth.providers"
import { originOf } from "@/lib/rules/path"
import type { Services } from "@/server/context"
import { invalid } from "@/server/errors"
import type { OauthProviderConfig } from "@/server/ports/oauth/oauth.port"
import { settingsOf } from "../../site/settings/settings.usecases"

/** A provider as configured by staff. `redirect` is the URL to which it returns users; "" if the site does not know its own address. */
export type Configured = {
  provider: OauthProvider
  enabled: boolean
  label: string
  icon: string
  config: OauthProviderConfig
  redirect: string
}

const configured = async (app: Services, provider: OauthProvider): Promise<Configured> => {
  const [values, { domain }] = await Promise.all([settingsOf(app, provider.group), settingsOf(app, "system")])
  const { enable, name, icon, redirect_url, ...options } = values
  const config: OauthProviderConfig = { type: provider.type, ...options }
  const origin = originOf(domain)
  return {
    provider,
    enabled: enable,
    label: name || provider.label,
    icon,
    config,
    redirect: redirect_url || (origin && `${origin}/oauth/${provider.name}`),
  }
}

/** Checks that a provider is enabled and has everything that a login needs. */
const isUsable = ({ enabled, config, redirect }: Configured): boolean => {
  const { type, client_id, client_secret, issuer, authorize_url, token_url, userinfo_url } = config
  const located = type !== 6 || Boolean(issuer || (authorize_url && token_url && userinfo_url))
  return enabled && Boolean(client_id && client_secret && redirect) && located
}

export const listUsable = async (app: Services): Promise<Configured[]> =>
  (await Promise.all(oauthProviders.map((provider) => configured(app, provider)))).filter(isUsable)

/** @throws 400 for an unknown type, and for one that users cannot log in with here */
export const getUsable = async (app: Services, type: number): Promise<Configured> => {
  const provider = oauthProviders.find((one) => one.type === type)
  if (!provider) throw invalid("未知授权类型", "oauth_type")
  const candidate = await configured(app, provider)
  if (!isUsable(candidate)) throw invalid(`本站没有开启${candidate.label}登录`)
  return candidate
}

/** Returns the name of a type, whether or not it is enabled. */
export const labelOf = async (app: Services, type: number): Promise<string> => {
  const provider = oauthProviders.find((one) => one.type === type)
  return provider ? (await configured(app, provider)).label : "第三方账号"
}
