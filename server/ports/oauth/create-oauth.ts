import { boundedFetch, type Net, usableUrl } from "./bounded-fetch"
import { customOauth } from "./custom.oauth"
import { giteeOauth } from "./gitee.oauth"
import { githubOauth } from "./github.oauth"
import { googleOauth } from "./google.oauth"
import { isOauthType, type OauthProviderConfig, OauthError, type OauthPort, type OauthType, oauthTypes } from "./oauth.port"
import { type Endpoints, type EndpointsByType, type FixedType, publicEndpoints } from "./provider-endpoints"
import { qqOauth } from "./qq.oauth"
import { wechatApi, type WechatShare, wechatShare } from "./wechat-share"
import { wechatOauth } from "./wechat.oauth"
import { type WechatPayer, wechatPayer } from "./wechat-payer"

export type OauthOptions = {
  /** Overrides the providers' addresses (tests). */
  endpoints?: EndpointsByType
  /** Address for the calls of the WeChat official account (tests). */
  wechatApi?: string
  now?: () => Date
  fetch?: typeof fetch
  /** Timeout of one call in milliseconds, head and body together. Default 10 s. */
  timeout?: number
  /** Allows http: for tests, and for a provider on this machine. */
  allowInsecure?: boolean
}

const checked = (config: OauthProviderConfig) => {
  if (!isOauthType(config.type) || !config.client_id || !config.client_secret) throw new OauthError("config", "no client")
}

export type Oauth = OauthPort & WechatShare & WechatPayer

/**
 * Creates one port for all providers, selected by `config.type`. For WeChat's official account, it also returns the JS ticket and the
 * payer's id.
 */
export const createOauth = (options: OauthOptions = {}): Oauth => {
  const allowInsecure = options.allowInsecure ?? false
  const net: Net = { fetch: boundedFetch(options.fetch ?? fetch, options.timeout ?? 10_000, allowInsecure), allowInsecure }
  const at = (type: FixedType): Endpoints => {
    const endpoints = { ...publicEndpoints[type], ...options.endpoints?.[type] }
    for (const url of Object.values(endpoints)) if (url) usableUrl(url, allowInsecure)
    return endpoints
  }
  const adapters: Record<OauthType, OauthPort> = {
    [oauthTypes.qq]: qqOauth(net, at(oauthTypes.qq)),
    [oauthTypes.wechat]: wechatOauth(net, at(oauthTypes.wechat), "snsapi_login"),
    [oauthTypes.gitee]: giteeOauth(net, at(oauthTypes.gitee)),
    [oauthTypes.github]: githubOauth(net, at(oauthTypes.github)),
    [oauthTypes.custom]: customOauth(net),
    [oauthTypes.google]: googleOauth(net, at(oauthTypes.google)),
    [oauthTypes.officialaccount]: wechatOauth(net, at(oauthTypes.officialaccount), "snsapi_userinfo"),
  }
  const now = options.now ?? (() => new Date())
  return {
    ...wechatShare(net, options.wechatApi ?? wechatApi, () => now().getTime()),
    ...wechatPayer(net, at(oauthTypes.officialaccount).token),
    begin: async (config, redirectUri) => {
      checked(config)
      return adapters[config.type].begin(config, redirectUri)
    },
    identify: async (config, answer) => {
      checked(config)
      if (!answer.code || answer.code.length > 2048) throw new OauthError("expired", "no code")
      return adapters[config.type].identify(config, answer)
    },
  }
}
