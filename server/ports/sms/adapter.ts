import type { SmsSettingGroups } from "../../../lib/contract/people/sms.providers"
import { SmsError, type SmsMessage, type SmsProvider, type SmsSettings } from "./sms.port"

export type SettingsOf<P extends SmsProvider> = Readonly<Record<keyof SmsSettingGroups[P], string>>
export type SmsRequest = { url: string; method: "GET" | "POST"; headers: Record<string, string>; body?: string }
/** `text` is truncated to 64 KB. */
export type SmsAnswer = { status: number; text: string }
/** Time and nonce of a signature, injected so that signatures can be tested. */
export type SigningContext = { now: Date; nonce: string }

/** One provider: its request, and how to read its refusals. */
export type SmsAdapter<P extends SmsProvider> = {
  /** All settings. Required ones have the label that the admin page displays for them. */
  fields: Readonly<Record<keyof SettingsOf<P>, string | null>>
  /** Values that must never appear in an error or a log. */
  secrets: readonly (keyof SettingsOf<P>)[]
  request(settings: SettingsOf<P>, message: SmsMessage, signing: SigningContext): SmsRequest
  /** Returns the provider's message if it refused; null if it accepted. */
  refusal(answer: SmsAnswer, settings: SettingsOf<P>): string | null
}

/** An adapter whose provider is known only at run time. */
export type AnyAdapter = {
  fields: Readonly<Record<string, string | null>>
  secrets: readonly string[]
  request(settings: SmsSettings, message: SmsMessage, signing: SigningContext): SmsRequest
  refusal(answer: SmsAnswer, settings: SmsSettings): string | null
}

export const missing = (label: string) => new SmsError(`短信配置不完整，还没有填写“${label}”`)

type Templates = { template_register: string; template_login: string; template_find_password: string }
const templateNames = [
  ["template_register", "注册短信模板"],
  ["template_login", "登录短信模板"],
  ["template_find_password", "找回密码短信模板"],
] as const

export const templateOf = (settings: Templates, type: SmsMessage["type"]): string => {
  const [name, label] = templateNames[type]
  if (!settings[name]) throw missing(label)
  return settings[name]
}

/** Named template variables: the code, and the minutes if the template has them. */
export const namedParams = (
  settings: { code_param: string; minutes_param: string },
  { code, minutes }: SmsMessage,
): Record<string, string> => ({
  [settings.code_param]: code,
  ...(settings.minutes_param ? { [settings.minutes_param]: String(minutes) } : {}),
})

/** Ordered template variables, from a pattern such as `{code},{minutes}`. */
export const countedParams = (pattern: string, { code, minutes }: SmsMessage): string[] =>
  pattern
    .split(/[,，]/)
    .map((one) => one.trim())
    .filter(Boolean)
    .map((one) => one.replaceAll("{code}", code).replaceAll("{minutes}", String(minutes)))

/** Parses an address entered by an administrator; a bare host means https. */
export const addressOf = (address: string): URL => {
  const whole = address.includes("://") ? address : `https://${address}`
  const url = URL.canParse(whole) ? new URL(whole) : null
  if (!url || !/^https?:$/.test(url.protocol)) throw new SmsError("短信配置里的接口地址不是网址")
  if (url.username || url.password) throw new SmsError("短信配置里的接口地址不能带账号和密码")
  return url
}

/** Adds the country code, which some providers require. */
export const international = (mobile: string): string => (mobile.startsWith("+") ? mobile : `+86${mobile}`)

/** Returns a message such as "isv.AMOUNT_NOT_ENOUGH 账户余额不足", or the HTTP status if the answer has none. */
export const messageOf = (answer: SmsAnswer, ...parts: unknown[]): string =>
  parts.filter((part) => (typeof part === "string" && part !== "") || typeof part === "number").join(" ") || `HTTP ${answer.status}`
