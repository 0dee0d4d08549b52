import { supportedExtensions } from "./enums"

/**
 * Every setting of the site, group by group (`reference/api.md` 4.2): what it is called, how it is edited, its default.
 * Values are kept as text; the kind says how to read them. `public` ones are part of `GET /settings`.
 */
type Kind = "text" | "textarea" | "number" | "switch" | "select" | "select-multi" | "image" | "password"
type Value = string | number | boolean | readonly string[]
export type Setting<V extends Value = Value> = { label: string; kind: Kind; default: V; public: boolean; options?: readonly string[] }

const of =
  (kind: Kind, isPublic: boolean) =>
  <V extends Value>(label: string, value: V, options?: readonly string[]): Setting<V> => ({ label, kind, default: value, public: isPublic, options })

const text = of("text", true)<string>
const area = of("textarea", true)<string>
const image = of("image", true)<string>
const number = of("number", true)<number>
const flag = of("switch", true)<boolean>
const own = { number: of("number", false)<number>, flag: of("switch", false)<boolean>, text: of("text", false)<string>, select: of("select", false)<string> }

export const settingGroups = {
  system: {
    sitename: text("网站名称", "豆架"),
    domain: text("网站域名", ""),
    title: text("首页标题", "豆架 · 打开就能读的文库"),
    keywords: text("网站关键字", "文库,文档,资料,在线阅读"),
    description: text("网站描述", "真题、教案、合同、报告和论文，打开就能读。"),
    recommend_words: of("text", true)<string>("首页搜索推荐词", "使用手册,积分,备份,Markdown"),
    logo: image("网站 Logo", ""),
    favicon: image("网站 Favicon", ""),
    register_background: image("注册页背景图", ""),
    login_background: image("登录页背景图", ""),
    sec_icp: text("公网安备", ""),
    icp: text("网站备案号", ""),
    copyright_start_year: text("版权起始年", "2026"),
    analytics: area("网站统计代码", ""),
    enable_powered_by: flag("显示“由豆架驱动”", true),
    enable_watermark: flag("启用水印", false),
    watermark: text("水印文字", ""),
  },
  footer: {
    about: text("关于我们", "/article/about"),
    contact: text("联系我们", "/article/contact"),
    agreement: text("文库协议", "/article/agreement"),
    copyright: text("免责声明", "/article/copyright"),
    feedback: text("意见反馈", "/article/feedback"),
  },
  security: {
    max_document_size: number("最大文档大小（MB）", 50),
    document_allowed_ext: of("select-multi", true)<readonly string[]>("允许上传的文档类型", [], supportedExtensions),
    is_close: flag("关闭网站", false),
    close_statement: area("闭站说明", "网站正在维护，稍后就好。"),
    login_required: flag("登录才能访问", false),
    enable_register: flag("允许注册", true),
  },
  converter: {
    max_preview: own.number("最大预览页数（0 为不限）", 0),
    max_preview_percent: own.number("最大预览页数百分比", 100),
    timeout: own.number("转换超时（分钟）", 30),
    enable_convert_repeated_document: own.flag("转换重复文档", false),
    enable_gzip: own.flag("启用 GZIP 压缩", true),
  },
  download: {
    enable_guest_download: flag("允许游客下载", false),
    free_download_duration: number("购买后多少天内可重复下载（0 为永久）", 0),
    times_every_day: number("登录用户每天下载次数", 10),
    times_every_ip: own.number("每个 IP 每天下载次数", 30),
    url_duration: own.number("下载链接有效时长（秒）", 60),
  },
  score: {
    credit_name: own.text("积分名称", "魔豆"),
    register: own.number("注册奖励", 10),
  },
  display: {
    show_document_count: flag("显示文档数", true),
    show_document_download_count: flag("显示文档下载数", true),
    show_document_view_count: flag("显示文档浏览数", true),
    show_document_favorite_count: flag("显示文档收藏数", true),
    show_register_user_count: flag("显示注册用户数", true),
    virtual_register_count: own.number("网站虚拟注册用户数", 0),
    show_index_categories: flag("显示横栏分类", true),
    pages_per_read: number("文档继续阅读的页数", 5),
    max_search_pages: own.number("搜索结果最大页数", 100),
    copyright_statement: area("版权声明", "本站文档由用户上传分享，版权归原作者所有。如有侵权，请通过“意见反馈”告知，我们在一个工作日内处理。"),
    hide_category_without_document: flag("隐藏无文档分类", false),
    wechat_tip: text("微信提示文案", ""),
    wechat_qrcode: image("微信二维码", ""),
    contact_tip: text("联系我们提示文案", ""),
    contact_link: text("联系我们跳转链接", ""),
  },
  vip: { enable: flag("启用 VIP", false), icon: image("VIP 图标", "") },
} as const satisfies Record<string, Record<string, Setting>>

export type SettingGroups = typeof settingGroups
export type SettingGroup = keyof SettingGroups
type Widen<V> = V extends boolean ? boolean : V extends number ? number : V extends readonly string[] ? readonly string[] : string
export type SettingValues<G extends SettingGroup> = {
  [K in keyof SettingGroups[G]]: SettingGroups[G][K] extends Setting<infer V> ? Widen<V> : never
}

/** Reads a kept text as its setting says; what cannot be read is the default. */
export const readSetting = (setting: Setting, kept: string | undefined): Value => {
  if (kept === undefined) return setting.default
  if (setting.kind === "switch") return /^(true|1)$/i.test(kept)
  if (setting.kind === "number") return Number.isFinite(Number(kept)) && kept.trim() !== "" ? Number(kept) : setting.default
  if (setting.kind === "select-multi") return kept.split(",").filter(Boolean)
  return kept
}
