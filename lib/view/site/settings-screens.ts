import { oauthProviders } from "../../contract/people/oauth.providers"
import { paymentGroups } from "../../contract/money/payment.gateways"
import { settingScreens, type SettingScreen } from "../../contract/site/settings.screens"
import { smsProviders } from "../../contract/people/sms.providers"
import type { SettingGroup } from "../../contract/site/settings.groups"

export type SettingsGroup = { name: SettingGroup; label: string }

/** The SMS platforms, as select options. */
export const smsChoices = (Object.keys(smsProviders) as (keyof typeof smsProviders)[]).map((value) => ({
  value,
  label: smsProviders[value].label,
}))

/** Screens that render more than the group with their name. */
const several: Partial<Record<SettingScreen, readonly SettingsGroup[]>> &
  Record<Exclude<SettingScreen, SettingGroup>, readonly SettingsGroup[]> = {
  sms: [{ name: "sms", label: "短信服务" }, ...smsChoices.map(({ value, label }) => ({ name: value, label }))],
  pay: paymentGroups.map(({ group, label }) => ({ name: group, label })),
  search: [{ name: "fulltext_search", label: "全文搜索" }],
  miniprogram: [{ name: "mp", label: "小程序" }],
  oauth: oauthProviders.map(({ group, label }) => ({ name: group, label })),
}

/** The settings groups that each screen of /admin/config/{name} renders. */
export const settingsScreens: ReadonlyMap<string, readonly SettingsGroup[]> = new Map(
  settingScreens.map(({ name, title }): [string, readonly SettingsGroup[]] => [
    name,
    name === "oauth" || name === "pay" || name === "search" || name === "miniprogram"
      ? several[name]
      : (several[name] ?? [{ name, label: title }]),
  ]),
)

/**
 * The paths to enter in the providers' consoles, relative to the site's address: where each provider redirects users back, and where WeChat
 * calls the site.
 */
export const oauthCallbacks = [
  ...oauthProviders.map(({ name, label }) => ({ label, path: `/oauth/${name}` })),
  { label: "微信公众号的服务器", path: "/api/v1/oauth/officialaccount/token" },
]
