import type { Settings } from "../../contract/types"
import { siteName } from "../../rules/site/site-name"

/** The settings for islands. Long texts (keywords, analytics, agreements) stay on the server. */
export type SiteSettings = Pick<Settings, "security" | "language"> & {
  /** the description of download codes is loaded where a code is entered */
  download: Omit<Settings["download"], "code_tip">
  /** the capabilities that the server behind the site lacks (`lib/view/capabilities.ts`) */
  absent: Settings["capabilities"]["absent"]
  /** the input fields that it requires in addition */
  required: Settings["capabilities"]["required"]
  system: Pick<
    Settings["system"],
    | "sitename"
    | "logo"
    | "show_name_with_logo"
    | "domain"
    | "credit_name"
    | "show_exchange"
    | "enable_watermark"
    | "watermark"
    | "register_background"
    | "login_background"
  >
  /** the prices and benefits of plans are loaded where they are sold */
  vip: Pick<Settings["vip"], "enable" | "icon">
  display: Pick<
    Settings["display"],
    | "pages_per_read"
    | "show_document_descriptions"
    | "show_document_download_count"
    | "show_document_view_count"
    | "show_document_favorite_count"
    | "hide_category_without_document"
    | "show_order"
  >
}

export const siteSettings = ({ system, display, security, download, vip, language, capabilities }: Settings): SiteSettings => ({
  system: {
    sitename: siteName(system),
    logo: system.logo,
    show_name_with_logo: system.show_name_with_logo,
    domain: system.domain,
    credit_name: system.credit_name || "魔豆",
    show_exchange: system.show_exchange,
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
    show_order: display.show_order,
  },
  security,
  download: withoutTip(download),
  vip: { enable: vip.enable, icon: vip.icon },
  language,
  absent: capabilities.absent,
  required: capabilities.required,
})

const withoutTip = ({ code_tip: _, ...download }: Settings["download"]): SiteSettings["download"] => download
