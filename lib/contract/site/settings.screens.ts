/**
 * The screens of /admin/config/{name}, in menu order. The menu, the header, the allowed pages and the screens are derived from this list. A
 * screen renders the group with its name, plus what `lib/view/site/settings-screens.ts` adds.
 * No zod and no groups in this file: every page of /admin loads it.
 */
export const settingScreens = [
  { name: "system", title: "基础配置" },
  { name: "security", title: "安全配置" },
  { name: "captcha", title: "验证码配置" },
  { name: "email", title: "邮箱配置" },
  { name: "sms", title: "短信配置" },
  { name: "oauth", title: "第三方登录" },
  { name: "score", title: "积分配置" },
  { name: "pay", title: "支付配置" },
  { name: "vip", title: "VIP 配置" },
  { name: "display", title: "展示配置" },
  { name: "footer", title: "底链配置" },
  { name: "download", title: "下载配置" },
  { name: "converter", title: "转换配置" },
  { name: "search", title: "搜索配置" },
  { name: "miniprogram", title: "小程序配置" },
  { name: "ssr", title: "SSR 配置" },
  { name: "alarm", title: "告警配置" },
  { name: "backup", title: "备份配置" },
] as const satisfies readonly { name: string; title: string }[]

export type SettingScreen = (typeof settingScreens)[number]["name"]
export const settingPath = <N extends string>(name: N) => `/admin/config/${name}` as const
