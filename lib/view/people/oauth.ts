import { OauthType } from "../../contract/people/oauth.enums"
import { isInWechat } from "../../rules/device"

/**
 * The third-party logins that have a page: the last segment of `/oauth/{name}` and the number in the API (docs/reference/api.md 3.15). The
 * mini-program is not included.
 */
const types: Record<string, number> = {
  qq: OauthType.qq,
  wechat: OauthType.wechat,
  gitee: OauthType.gitee,
  github: OauthType.github,
  custom: OauthType.custom,
  google: OauthType.google,
  officialaccount: OauthType.officialaccount,
}

/** Returns the provider of a name; null if unknown. */
export const oauthTypeOf = (name: string): number | null => (Object.hasOwn(types, name) ? types[name]! : null)
export const oauthNameOf = (type: number): string => Object.keys(types).find((name) => types[name] === type) ?? ""

/** In WeChat's browser the login uses the official account, elsewhere the QR code. */
export const offeredHere = <T extends { type: number }>(providers: readonly T[], userAgent: string): T[] => {
  const inside = isInWechat(userAgent)
  const official = inside && providers.some(({ type }) => type === OauthType.officialaccount)
  return providers.filter(({ type }) => (type === OauthType.officialaccount ? inside : type !== OauthType.wechat || !official))
}
