import { oauthProviders } from "../contract/oauth-providers"
import { smsProviders } from "../contract/sms-providers"

export type SettingsGroup = { name: string; label: string }

/** The SMS platforms, as choices. */
export const smsChoices = Object.entries(smsProviders).map(([value, { label }]) => ({ value, label }))

const alone = (name: string, label: string): [string, SettingsGroup[]] => [name, [{ name, label }]]

/** The screens of /admin/config/{name}: which groups of settings each one draws. */
export const settingsScreens: ReadonlyMap<string, readonly SettingsGroup[]> = new Map<string, SettingsGroup[]>([
  alone("system", "基础配置"),
  alone("security", "安全配置"),
  alone("captcha", "验证码配置"),
  alone("email", "邮箱配置"),
  ["sms", [{ name: "sms", label: "短信服务" }, ...smsChoices.map(({ value, label }) => ({ name: value, label }))]],
  ["oauth", oauthProviders.map(({ group, label }) => ({ name: group, label }))],
  alone("score", "积分配置"),
  alone("vip", "VIP 配置"),
  alone("display", "展示配置"),
  alone("footer", "底链配置"),
  alone("download", "下载配置"),
  alone("converter", "转换配置"),
])

/** A provider's redirect path, behind the site's address. */
export const oauthCallbacks = oauthProviders.map(({ name, label }) => ({ label, path: `/oauth/${name}` }))
