import { settingGroups, type SettingGroup } from "../../../lib/contract/site/settings.groups"
import type { Setting } from "../../../lib/contract/setting"
import { isFields, type Fields } from "../messages"

/** The names of a server's settings, by group. */
export type SettingNames = Partial<Record<SettingGroup, readonly string[]>>

/**
 * The settings of a community server that are public here. It omits zero values, and does not publish the group `download` although it has
 * these settings, so none of them may take a default here.
 */
export const communitySettings: SettingNames = {
  system: [
    ...["sitename", "domain", "title", "keywords", "description", "recommend_words", "logo", "favicon", "register_background"],
    ...["login_background", "sec_icp", "icp", "copyright_start_year", "analytics"],
  ],
  footer: ["about", "contact", "agreement", "copyright", "feedback"],
  security: [
    ...["max_document_size", "document_allowed_ext", "is_close", "close_statement", "login_required", "enable_register"],
    ...["enable_captcha_login", "enable_captcha_register", "enable_captcha_comment", "enable_captcha_find_password"],
    "enable_verify_register_email",
  ],
  download: ["enable_guest_download", "free_download_duration", "times_every_day", "times_every_ip"],
  display: [
    ...["show_document_count", "show_document_download_count", "show_document_view_count", "show_document_favorite_count"],
    ...["show_register_user_count", "show_document_descriptions", "show_index_categories", "index_document_style", "home_version"],
    ...["pages_per_read", "max_search_pages", "copyright_statement", "hide_keywords_on_lists", "hide_category_without_document"],
    ...["wechat_tip", "wechat_qrcode", "contact_tip", "contact_link"],
  ],
}

/**
 * Completes the answer of `GET /settings`: a setting that the server does not have takes its default here. An omitted setting that it has
 * (`known`) is off or empty.
 */
export const withDefaults =
  (known: SettingNames) =>
  (answer: Fields): Fields => ({
    ...answer,
    ...Object.fromEntries(
      Object.entries(settingGroups).flatMap(([group, settings]) => {
        const unknown = defaultsOf(settings, known[group as SettingGroup] ?? [])
        const given = answer[group]
        return Object.keys(unknown).length > 0 ? [[group, { ...unknown, ...(isFields(given) && given) }]] : []
      }),
    ),
  })

const defaultsOf = (settings: Record<string, Setting>, known: readonly string[]): Fields =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([name, setting]) => (setting.public && !known.includes(name) ? [[name, setting.default]] : [])),
  )
