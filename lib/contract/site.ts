import { z } from "zod"
import { area } from "./area"
import { flag, group, int, many, num, str } from "./schema"

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

export const site = area({
  "GET /settings": {
    title: "读取公开设置",
    access: "public",
    allowedWhileClosed: true,
    input: z.object({ from: int.optional() }),
    output: Settings,
  },
  "GET /stats": { title: "查看系统信息", access: "public", permission: "ConfigAPI/GetStats", input: z.object({}), output: Stats },
})
