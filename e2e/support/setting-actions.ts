import type { Page } from "@playwright/test"

type Change = (page: Page) => Promise<void>
/**
 * `change` is the action of staff on the screen; the site then displays `sees` at `path`, to visitors or with `staff` to an administrator;
 * `values` are restored afterwards.
 */
export type SettingAction = {
  values: Record<string, Record<string, string>>
  change: Change
  path: string
  sees: string | RegExp
  staff?: true
}

const fill =
  (label: string, text: string): Change =>
  async (page) =>
    page.getByLabel(label, { exact: true }).fill(text)
const turn =
  (label: string): Change =>
  async (page) =>
    page.getByRole("switch", { name: label, exact: true }).click()
const pick =
  (label: string, option: string): Change =>
  async (page) => {
    await page.getByRole("combobox", { name: label, exact: true }).click()
    await page.locator(".ant-select-item-option").filter({ hasText: option }).first().click()
  }
const openTab =
  (name: string): Change =>
  async (page) =>
    page.getByRole("tab", { name, exact: true }).click()
const all =
  (...changes: Change[]): Change =>
  async (page) => {
    for (const change of changes) await change(page)
  }

const settings = "/api/v1/settings"

/** The main purpose of each settings screen, exercised once, by the last segment of its URL. `url` is the site's own. */
export const settingActions = (url: string): Record<string, SettingAction> => ({
  system: { values: { system: { sitename: "豆架" } }, change: fill("网站名称", "临水书屋"), path: "/", sees: /<title>[^<]*临水书屋/ },
  security: {
    values: { security: { enable_register: "true" } },
    change: turn("允许注册"),
    path: "/register",
    sees: "网站暂未开放用户注册",
  },
  captcha: {
    values: { captcha: { type: "pow" } },
    change: pick("验证码类型", "数字"),
    path: "/api/v1/user/captcha?type=register",
    sees: '"captcha":"data:image/png',
  },
  email: {
    values: { email: { enable: "false", host: "" } },
    change: all(turn("启用邮件服务"), fill("SMTP 服务器地址", "127.0.0.1")),
    path: settings,
    sees: '"enable_email":true',
  },
  sms: { values: { sms: { sms_provider: "" } }, change: pick("短信服务商", "阿里云"), path: settings, sees: '"enable_sms":true' },
  oauth: {
    values: { oauthWechat: { enable: "false", client_id: "" }, system: { domain: url } },
    change: async (page) => {
      const panel = page.getByRole("tabpanel")
      await panel.getByRole("switch", { name: "启用", exact: true }).click()
      await panel.getByLabel("AppID", { exact: true }).fill("wx1234567890abcdef")
      await panel.getByLabel("AppSecret", { exact: true }).fill("secret")
    },
    path: "/api/v1/oauth/configs",
    sees: "wx1234567890abcdef",
  },
  score: { values: { score: { credit_name: "魔豆" } }, change: fill("积分名称", "书签"), path: settings, sees: '"credit_name":"书签"' },
  pay: {
    values: { xunhupay: { enable: "false", app_id: "" }, system: { domain: url } },
    change: all(openTab("第三方支付"), turn("启用第三方支付"), fill("AppID", "2019"), fill("AppSecret", "secret")),
    path: settings,
    sees: '"enable_xunhupay":true',
  },
  vip: { values: { vip: { enable: "false" } }, change: turn("启用 VIP"), path: settings, sees: /"vip":\{"enable":true/ },
  display: {
    values: { display: { contact_link: "" } },
    change: fill("联系我们跳转链接", "https://example.org/contact"),
    path: "/",
    sees: "https://example.org/contact",
  },
  footer: {
    values: { footer: { about: "/article/about" } },
    change: fill("关于我们", "/article?about=1"),
    path: "/",
    sees: "/article?about=1",
  },
  download: {
    values: { download: { enable_guest_download: "false" } },
    change: turn("允许游客下载"),
    path: settings,
    sees: '"enable_guest_download":true',
  },
  converter: {
    values: { converter: { enable_gzip: "true" } },
    change: turn("启用 GZIP 压缩"),
    path: "/api/v1/document?id=1",
    sees: '"enable_gzip":false',
  },
  search: {
    values: { fulltext_search: { enable_suggest: "true" } },
    change: turn("输入时给出建议"),
    path: `/api/v1/search/suggest?wd=${encodeURIComponent("租赁")}`,
    sees: /^\{"suggestion":\[\]/,
  },
  miniprogram: { values: { mp: { name: "" } }, change: fill("小程序名称", "豆架随身"), path: settings, sees: "豆架随身" },
  alarm: {
    values: { alarm: { wecom_robot: "" } },
    change: fill("企业微信机器人的地址", "https://robot.example/send?key=e2e"),
    path: "/api/v1/alarm/list",
    sees: /"name":"wecom"[^}]*"ready":true/,
    staff: true,
  },
  backup: {
    values: { backup: { to: "" } },
    change: fill("备份到哪里", "/backup/e2e"),
    path: "/api/v1/config/list?category=backup",
    sees: '"value":"/backup/e2e"',
    staff: true,
  },
  ssr: {
    values: { ssr: { hide_from_search: "false" } },
    change: turn("不让搜索引擎收录"),
    path: "/robots.txt",
    sees: /User-agent: \*\nDisallow: \/\n/,
  },
})
