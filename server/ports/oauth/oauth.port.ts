/** The wire's numbers; 5, the mini-program, is not one of them (docs/reference/api.md 3.15). */
export const oauthTypes = { qq: 1, wechat: 2, gitee: 3, github: 4, custom: 6, google: 7, officialaccount: 8 } as const
export type OauthType = (typeof oauthTypes)[keyof typeof oauthTypes]
export const isOauthType = (type: number): type is OauthType => Object.values<number>(oauthTypes).includes(type)

/** A provider's settings. The fields after the secret are read by the custom provider only; "" counts as absent. */
export type OauthConfig = {
  type: OauthType
  client_id: string
  client_secret: string
  /** GitHub Enterprise: where it stands; "" = github.com */
  base_url?: string
  /** OIDC: everything else is discovered here */
  issuer?: string
  authorize_url?: string
  token_url?: string
  userinfo_url?: string
  /** separated by spaces */
  scope?: string
  /** where an answer without OIDC holds the person's id, name and picture; "data.id" looks inside "data" */
  id_field?: string
  nickname_field?: string
  avatar_field?: string
}

/**
 * Where to send the browser, and what to keep until it comes back. `state` is compared by the caller; `verifier` (PKCE) and
 * `nonce` (OIDC) are handed to `identify` where they are present.
 */
export type Begun = { url: string; state: string; verifier?: string; nonce?: string }

/** The provider's redirect; `redirectUri` is the one that `begin` was given. */
export type Answer = { code: string; redirectUri: string; verifier?: string; nonce?: string }

/**
 * The identity that a provider reports. `openid` identifies the person permanently, and only together with the type. WeChat's scan and official
 * account give one person two openids, so there it is the `unionid` where WeChat gives one, and `app_openid` is the app's own:
 * a binding made before the account joined the open platform is found under that.
 */
export type Identity = {
  openid: string
  unionid?: string
  app_openid?: string
  /** "" when the provider gives none */
  nickname: string
  /** an https URL or "" */
  avatar: string
  email?: string
  /** true only when the provider says so; even then it is no reason to log somebody in to the account with this address */
  email_verified?: boolean
}

export interface OauthPort {
  begin(config: OauthConfig, redirectUri: string): Promise<Begun>
  /** Exchanges the code and reads the profile; throws OauthError and nothing else. */
  identify(config: OauthConfig, answer: Answer): Promise<Identity>
}

const sentences = {
  expired: "授权已失效，请重新登录",
  unavailable: "登录平台暂时没有回应，请稍后再试",
  config: "第三方登录的配置有误，请联系管理员",
  unproven: "登录平台的答复没有通过校验，请重新登录",
  snapshot: "请先点微信页面右下角的“使用完整服务”，再登录",
} as const
export type OauthFault = keyof typeof sentences

/**
 * The one error of this port: a sentence for people, and for the log a `detail` made of words of ours, of codes that we know and of
 * HTTP statuses. No cause: those of the network and of a provider can carry the secret, the code or the token.
 */
export class OauthError extends Error {
  constructor(
    readonly fault: OauthFault,
    readonly detail: string,
  ) {
    super(sentences[fault])
    this.name = "OauthError"
  }
}
