import { z } from "zod"
import { area } from "./area"
import { flag, group, int, list, many, num, str } from "./schema"
import { email } from "./user"

export const SettingLanguage = z.object({ id: num, language: str, code: str })

/** Public settings, group by group (docs/reference/api.md 4.3): what every page may know. */
export const Settings = z.object({
  system: group({
    sitename: str,
    title: str,
    keywords: str,
    description: str,
    domain: str,
    logo: str,
    favicon: str,
    icp: str,
    sec_icp: str,
    analytics: str,
    copyright_start_year: str,
    register_background: str,
    login_background: str,
    recommend_words: many(z.string()),
    version: str,
    credit_name: str,
    enable_powered_by: flag,
    enable_sms: flag,
    enable_email: flag,
    enable_watermark: flag,
    watermark: str,
  }),
  footer: group({ about: str, contact: str, agreement: str, copyright: str, feedback: str }),
  security: group({
    is_close: flag,
    close_statement: str,
    enable_register: flag,
    login_required: flag,
    enable_captcha_login: flag,
    enable_captcha_register: flag,
    enable_captcha_comment: flag,
    enable_captcha_find_password: flag,
    enable_verify_register_email: flag,
    max_document_size: num,
    document_allowed_ext: many(z.string()),
  }),
  download: group({ enable_guest_download: flag, free_download_duration: num, times_every_day: num }),
  display: group({
    hide_category_without_document: flag,
    copyright_statement: str,
    wechat_qrcode: str,
    wechat_tip: str,
    contact_link: str,
    contact_tip: str,
    show_document_count: flag,
    show_document_download_count: flag,
    show_document_view_count: flag,
    show_document_favorite_count: flag,
    show_register_user_count: flag,
    show_index_categories: flag,
    pages_per_read: num,
    enable_text_layer: flag,
    enable_print: flag,
  }),
  vip: group({ enable: flag, icon: str }),
  language: many(SettingLanguage),
})

export const Stats = z.object({ user_count: num, document_count: num, article_count: num, version: str })

/** One setting as staff edit it (docs/reference/api.md 3.12): values are text, a secret is `******`. */
export const Config = z.object({
  id: num,
  category: str,
  name: str,
  label: str,
  value: str,
  placeholder: str,
  input_type: str,
  options: str,
  sort: num,
  col_num: num,
})

const ConfigValue = z.object({
  category: z.string().max(32),
  name: z.string().max(64),
  value: z.string({ error: "设置的值应为文字" }).max(100_000, { error: "内容太长" }),
})

export const settings = area({
  "GET /settings": {
    title: "读取公开设置",
    access: "public",
    allowedWhileClosed: true,
    input: z.object({ from: int.optional() }),
    output: Settings,
  },
  "GET /stats": { title: "查看系统信息", access: "public", permission: "ConfigAPI/GetStats", input: z.object({}), output: Stats },
  "GET /config/list": {
    title: "获取系统配置列表",
    access: "permission",
    permission: "ConfigAPI/ListConfig",
    input: z.object({ category: list(z.string().max(32)).optional() }),
    output: z.object({ config: many(Config) }),
  },
  "PUT /config": {
    title: "更新系统配置",
    access: "permission",
    permission: "ConfigAPI/UpdateConfig",
    secretInput: true,
    input: z.object({ config: z.array(ConfigValue, { error: "没有要保存的设置" }).min(1, { error: "没有要保存的设置" }).max(200) }),
    output: z.object({}),
  },
  "POST /config/email/test": {
    title: "发送测试邮件",
    access: "permission",
    transaction: false,
    permission: "ConfigAPI/SendTestEmail",
    input: z.object({ email }),
    output: z.object({}),
  },
})
