/** Type numbers used in the API. 5, the mini-program, is not among them (docs/reference/api.md 3.15). */
export const oauthTypes = { qq: 1, wechat: 2, gitee: 3, github: 4, custom: 6, google: 7, officialaccount: 8 } as const
export type OauthType = (typeof oauthTypes)[keyof typeof oauthTypes]
export const isOauthType = (type: number): type is OauthType => Object.values<number>(oauthTypes).includes(type)

/** A provider's settings. Only the custom provider reads the fields after the secret; "" counts as absent. */
export type OauthProviderConfig = {
  type: OauthType
  client_id: string
  client_secret: string
  /** Base address of GitHub Enterprise; "" means github.com. */
  base_url?: string
  /** OIDC issuer; everything else is discovered from it. */
  issuer?: string
  authorize_url?: string
  token_url?: string
  userinfo_url?: string
  /** Separated by spaces. */
  scope?: string
  /** Fields of a non-OIDC answer that hold the user's id, name and avatar; "data.id" is a path into "data". */
  id_field?: string
  nickname_field?: string
  avatar_field?: string
}

/**
 * The address to redirect the browser to, and the values to keep until it returns. The caller compares `state`; if `verifier` (PKCE) and
 * `nonce` (OIDC) are present, it passes them to `identify`.
 */
export type Begun = { url: string; state: string; verifier?: string; nonce?: string }

/** The provider's redirect. `redirectUri` must be the one passed to `begin`. */
export type OauthRedirect = { code: string; redirectUri: string; verifier?: string; nonce?: string }

/**
 * The identity that a provider reports. `openid` identifies the user permanently, but only together with the type. WeChat's QR login and
 * official account assign two openids to one user. There `openid` is the `unionid` if WeChat returns one, and `app_openid` is the app's own
 * openid, which finds bindings made before the account joined the open platform.
 */
export type Identity = {
  openid: string
  unionid?: string
  app_openid?: string
  /** "" if the provider returns none. */
  nickname: string
  /** An https URL or "". */
  avatar: string
  email?: string
  /** True only if the provider says so. Even then, it must not be used to log the user in to the account with this address. */
  email_verified?: boolean
}

export interface OauthPort {
  begin(config: OauthProviderConfig, redirectUri: string): Promise<Begun>
  /** Exchanges the code and reads the profile. Throws only OauthError. */
  identify(config: OauthProviderConfig, answer: OauthRedirect): Promise<Identity>
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
 * The only error of this port: a message for users, and a `detail` for the log made of fixed words, known codes and HTTP statuses. It has
 * no cause, because errors of the network or a provider can contain the secret, the code or the token.
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
