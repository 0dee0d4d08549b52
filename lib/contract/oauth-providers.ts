import { OauthType } from "./further-enums"
import { clearing, type Setting } from "./setting"

/**
 * The ways to log in with an account of elsewhere: what each is called and what staff sets for it (docs/reference/api.md 3.15).
 * Type 5, the mini-program, is not one of them. Nothing here is public: `GET /oauth/configs` says what browsers may know.
 * Where a provider's endpoints are is no setting, except for the custom one.
 */
const setting =
  (kind: Setting["kind"]) =>
  <V extends string | boolean>(label: string, value: V, more: Pick<Setting, "guard" | "hint" | "check"> = {}): Setting<V> => ({
    label,
    kind,
    default: value,
    public: false,
    ...more,
  })
const text = setting("text")<string>
const flag = setting("switch")<boolean>
const image = setting("image")<string>
const secret = setting("password")<string>

/** `id` and `key` are named as in the provider's console. */
const commonSettings = (label: string, id: string, key: string) => ({
  enable: flag("启用", false),
  name: text("显示名称", label),
  icon: image("图标", ""),
  client_id: text(id, ""),
  client_secret: secret(key, ""),
  redirect_url: text("回调地址（留空为 网站域名/oauth/… ）", "", { guard: "root" }),
})

const serverToken = (text: string) =>
  text === "" || /^[A-Za-z0-9]{3,32}$/.test(text) ? null : "服务器令牌应为 3 到 32 个字母或数字，和微信后台里填的一样"

const officialAccount = {
  ...commonSettings("微信公众号", "AppID", "AppSecret"),
  server_token: secret("服务器令牌（Token）", "", {
    hint: "和微信公众平台“服务器配置”里填的一样；服务器地址是 网站域名/api/v1/oauth/officialaccount/token",
    check: serverToken,
  }),
}

const custom = {
  ...commonSettings("自定义", "Client ID", "Client Secret"),
  issuer: text("OIDC 签发地址（填了它，下面三个地址不用填）", "", clearing),
  authorize_url: text("授权地址", "", clearing),
  token_url: text("令牌地址", "", clearing),
  userinfo_url: text("用户信息地址", "", clearing),
  scope: text("授权范围（用空格分开）", ""),
  /** says whose account it is: another field, and people become each other */
  id_field: text("用户标识字段（OIDC 固定为 sub）", "id", { guard: "root" }),
  nickname_field: text("昵称字段", "name"),
  avatar_field: text("头像字段", "avatar_url"),
}

/** Settings by group, to be spread into the site's groups; the groups' names are those of compatible servers. */
export const oauthSettings = {
  oauthWechat: commonSettings("微信", "AppID", "AppSecret"),
  oauthOfficialAccount: officialAccount,
  oauthQQ: commonSettings("QQ", "APP ID", "APP Key"),
  oauthGoogle: commonSettings("谷歌", "Client ID", "Client Secret"),
  oauthGithub: {
    ...commonSettings("GitHub", "Client ID", "Client Secret"),
    base_url: text("GitHub 企业版地址（留空为 github.com）", "", clearing),
  },
  oauthGitee: commonSettings("码云 Gitee", "Client ID", "Client Secret"),
  oauthCustom: custom,
} satisfies Record<string, Record<string, Setting>>

/** `type` is the wire's number, `name` the last part of the page `/oauth/{name}`, `group` where its settings are kept. */
export type OauthProvider = {
  type: (typeof OauthType)["wechat" | "officialaccount" | "qq" | "google" | "github" | "gitee" | "custom"]
  name: string
  group: keyof typeof oauthSettings
  label: string
  settings: Record<string, Setting>
}

const provider = (type: OauthProvider["type"], name: string, group: OauthProvider["group"], label: string): OauthProvider => ({
  type,
  name,
  group,
  label,
  settings: oauthSettings[group],
})

/** In the order in which people see them. */
export const oauthProviders: readonly OauthProvider[] = [
  provider(OauthType.wechat, "wechat", "oauthWechat", "微信"),
  provider(OauthType.officialaccount, "officialaccount", "oauthOfficialAccount", "微信公众号"),
  provider(OauthType.qq, "qq", "oauthQQ", "QQ"),
  provider(OauthType.google, "google", "oauthGoogle", "谷歌"),
  provider(OauthType.github, "github", "oauthGithub", "GitHub"),
  provider(OauthType.gitee, "gitee", "oauthGitee", "码云 Gitee"),
  provider(OauthType.custom, "custom", "oauthCustom", "自定义"),
]
