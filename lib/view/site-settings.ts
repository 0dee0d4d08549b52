import type { Settings } from "../contract/types"

/** The settings for islands; long texts (keywords, analytics, agreements) stay on the server. */
export type SiteSettings = Pick<Settings, "security" | "download" | "language"> & {
  /** what the server behind the site does not have (`lib/view/capabilities.ts`) */
  absent: Settings["capabilities"]["absent"]
  system: Pick<
    Settings["system"],
    "sitename" | "domain" | "credit_name" | "enable_watermark" | "watermark" | "register_background" | "login_background"
  >
  /** what the plans cost and give is read where they are sold */
  vip: Pick<Settings["vip"], "enable" | "icon">
  display: Pick<
    Settings["display"],
    | "pages_per_read"
    | "show_document_descriptions"
    | "show_document_download_count"
    | "show_document_view_count"
    | "show_document_favorite_count"
    | "hide_category_without_document"
  >
}

export const siteSettings = ({ system, display, security, download, vip, language, capabilities }: Settings): SiteSettings => ({
  system: {
    sitename: siteName(system),
    domain: system.domain,
    credit_name: system.credit_name || "魔豆",
    enable_watermark: system.enable_watermark,
    watermark: system.watermark,
    register_background: system.register_background,
    login_background: system.login_background,
  },
  display: {
    pages_per_read: display.pages_per_read,
    show_document_descriptions: display.show_document_descriptions,
    show_document_download_count: display.show_document_download_count,
    show_document_view_count: display.show_document_view_count,
    show_document_favorite_count: display.show_document_favorite_count,
    hide_category_without_document: display.hide_category_without_document,
  },
  security,
  download,
  vip: { enable: vip.enable, icon: vip.icon },
  language,
  absent: capabilities.absent,
})

/** The site's name from the settings, else the project's. */
export const siteName = (system: { sitename: string }): string => system.sitename || "豆架"
