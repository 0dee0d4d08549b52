import { OauthType } from "../../contract/further-enums"
import { isInWechat } from "../../rules/device"

/**
 * The ways to log in with others that have a page: the last part of `/oauth/{name}` and the wire's number (docs/reference/api.md 3.15).
 * The mini-program is none of them.
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

/** The provider of a name; null if unknown. */
export const oauthTypeOf = (name: string): number | null => (Object.hasOwn(types, name) ? types[name]! : null)
export const oauthNameOf = (type: number): string => Object.keys(types).find((name) => types[name] === type) ?? ""

/** Inside of WeChat the login uses the official account, elsewhere the QR code. */
export const offeredHere = <T extends { type: number }>(providers: readonly T[], userAgent: string): T[] => {
  const inside = isInWechat(userAgent)
  const official = inside && providers.some(({ type }) => type === OauthType.officialaccount)
  return providers.filter(({ type }) => (type === OauthType.officialaccount ? inside : type !== OauthType.wechat || !official))
}
