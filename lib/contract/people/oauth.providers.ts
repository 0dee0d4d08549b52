import { OauthType } from "./oauth.enums"
import { clearing, type Setting } from "../setting"

/**
 * The third-party login providers: their names and the settings that staff fill in (docs/reference/api.md 3.15). Type 5, the mini-program,
 * is not included.
 * Nothing here is public: `GET /oauth/configs` returns what browsers may know. Provider endpoints are not settings, except for the custom
 * provider.
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

/** `id` and `key` use the provider console's labels. */
const commonSettings = (label: string, id: string, key: string) => ({
  enable: flag("启用", false, { hint: "打开并填好下面两项后，登录页上出现它的按钮" }),
  name: text("显示名称", label, { hint: "登录按钮上的名字" }),
  icon: image("图标", "", { hint: "登录按钮上的图标，不设置时用自带的" }),
  client_id: text(id, "", { guard: "root", hint: "在它的开放平台上登记应用后得到" }),
  client_secret: secret(key, "", { hint: "和上一项在同一处，保存后不再显示" }),
  redirect_url: text("回调地址（留空为 网站域名/oauth/… ）", "", { guard: "root", hint: "要和平台上登记的一字不差" }),
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
  scope: text("授权范围（用空格分开）", "", { guard: "root", hint: "例如 openid profile email" }),
  /** identifies the account: with a different field, users would be logged in as one another */
  id_field: text("用户标识字段（OIDC 固定为 sub）", "id", { guard: "root", hint: "用户信息里不会变、不重复的那个字段" }),
  nickname_field: text("昵称字段", "name", { hint: "用户信息里的字段名，新账号的用户名从它来" }),
  avatar_field: text("头像字段", "avatar_url", { hint: "用户信息里的字段名，是一张图片的地址" }),
}

/** Settings by group, spread into the site's settings groups. The group names match those of compatible servers. */
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

/** `type` is the number in the API, `name` the last segment of the page `/oauth/{name}`, `group` the settings group. */
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

/** In display order. */
export const oauthProviders: readonly OauthProvider[] = [
  provider(OauthType.wechat, "wechat", "oauthWechat", "微信"),
  provider(OauthType.officialaccount, "officialaccount", "oauthOfficialAccount", "微信公众号"),
  provider(OauthType.qq, "qq", "oauthQQ", "QQ"),
  provider(OauthType.google, "google", "oauthGoogle", "谷歌"),
  provider(OauthType.github, "github", "oauthGithub", "GitHub"),
  provider(OauthType.gitee, "gitee", "oauthGitee", "码云 Gitee"),
  provider(OauthType.custom, "custom", "oauthCustom", "自定义"),
]
