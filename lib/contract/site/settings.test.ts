import { describe, expect, test } from "vitest"
import { settingsScreens } from "../../view/site/settings-screens"
import { isRootOnly, type Setting } from "../setting"
import { settingGroups } from "./settings.groups"
import { Settings } from "./site"

const groups = Object.entries(settingGroups as Record<string, Record<string, Setting>>)

/**
 * The settings that staff with the permission may change, by group. A new setting fails the test until it is guarded or listed here. Guard
 * what decides where codes, links or secrets go or what they contain, what mints or prices credits, and what weakens a protection or deletes
 * data.
 */
const staffSettings: Record<string, string> = {
  fulltext_search: "enable_suggest hot_words hot_words_people hot_words_hours hot_words_blocked enable_relax",
  system: `sitename title keywords description recommend_words logo show_name_with_logo favicon register_background login_background
    sec_icp icp copyright_start_year enable_powered_by enable_watermark watermark`,
  footer: "about contact agreement copyright feedback",
  security:
    "max_document_size document_allowed_ext is_close close_statement enable_register comment_interval report_hide_weight review_hours complaint_hours complaint_counter_days complaint_wait_days upload_every_day order_timeout",
  captcha: "width height",
  email: "duration",
  converter:
    "max_preview max_preview_percent max_pages timeout enable_ocr enable_convert_repeated_document enable_gzip extension enable_svgo",
  download: "enable_guest_download times_every_day times_every_ip url_duration code_tip",
  score: "credit_name show_exchange",
  display:
    "show_document_count show_document_download_count show_document_view_count show_document_favorite_count show_document_descriptions show_register_user_count show_order virtual_register_count show_index_categories index_document_style home_version hide_keywords_on_lists pages_per_read enable_text_layer respect_no_copy enable_print max_search_pages copyright_statement hide_category_without_document wechat_tip wechat_qrcode contact_tip contact_link",
  mp: "enable name qrcode logo",
  ssr: "hide_from_search robots_rules crawl_delay refuse_ai_crawlers crawler_pages_per_minute page_cache_seconds enable_oai indexnow_key",
  vip: "enable icon",
  xunhupay: "name",
  oauthWechat: "enable name icon",
  oauthOfficialAccount: "enable name icon",
  oauthQQ: "enable name icon",
  oauthGoogle: "enable name icon",
  oauthGithub: "enable name icon",
  oauthGitee: "enable name icon",
  oauthCustom: "enable name icon nickname_field avatar_field",
}

describe("setting groups", () => {
  test("a public setting is part of the public settings, any other is not", () => {
    const facts = ["version", "watermark_text", "credit_name", "credit_exchange", "show_exchange", "enable_sms", "enable_email", "mp_logo"]
    const answered = Settings.parse({})
    for (const [group, settings] of groups) {
      const answerNames = Object.keys((answered as unknown as Record<string, object>)[group] ?? {}).filter((name) => !facts.includes(name))
      const publicNames = Object.entries(settings).flatMap(([name, setting]) => (setting.public ? [name] : []))
      expect(answerNames.toSorted(), group).toEqual(publicNames.toSorted())
    }
  })

  test("no setting is secret and public", () => {
    for (const [group, settings] of groups)
      for (const [name, setting] of Object.entries(settings))
        expect(setting.kind === "password" && setting.public, `${group}.${name}`).toBe(false)
  })

  test("addresses that the server calls or names as its own are reserved for user 1, and changing one clears the password of its group [security: settings-of-first-admin]", () => {
    for (const [group, settings] of groups)
      for (const [name, setting] of Object.entries(settings)) {
        if (!/(^|_)(host|port|tls|url|endpoint|issuer|domain|analytics)$/.test(name)) continue
        const sends = name !== "redirect_url" && Object.values(settings).some(({ kind }) => kind === "password")
        expect(setting.guard, `${group}.${name}`).toBe(sends ? "destination" : "root")
      }
  })

  test("settings that disable a protection, the second factor of staff or the sandbox, are reserved for user 1 [security: settings-of-first-admin]", () => {
    const { security, converter } = settingGroups
    expect([security.staff_two_factor, converter.sandbox_required].map(isRootOnly)).toEqual([true, true])
  })

  test("every setting that staff may change is decided: it opens no account, sends no secret, mints no credits and weakens nothing [security: settings-of-first-admin]", () => {
    const open = groups.map(([group, settings]) => [group, Object.keys(settings).filter((name) => !isRootOnly(settings[name]!))] as const)
    const decided = Object.entries(staffSettings).map(([group, names]) => [group, names.split(/\s+/)] as const)
    expect(Object.fromEntries(open.filter(([, names]) => names.length > 0))).toEqual(Object.fromEntries(decided))
  })

  test("a setting whose change is mailed to user 1 says so", () => {
    const guarded = groups.flatMap(([, settings]) => Object.values(settings).filter(({ guard }) => guard === "safety"))
    expect(guarded.length).toBeGreaterThan(10)
    for (const { hint, label } of guarded) expect(hint, label).toContain("修改后会发邮件告诉站长")
  })

  test("every group is edited on exactly one screen", () => {
    const drawn = [...settingsScreens.values()].flat().map(({ name }) => name)
    expect(drawn.toSorted()).toEqual(groups.map(([name]) => name).toSorted())
  })
})

/** The keys of a compatible server, by group (docs/reference/api.md 4.2). */
const peerKeys: Record<string, string> = {
  system: `sitename domain title keywords description recommend_words logo favicon register_background login_background sec_icp icp
    copyright_start_year analytics`,
  captcha: "height width length type",
  security: `max_document_size comment_interval document_related_duration attachment_retention_minute search_record_retention_days
    document_allowed_ext is_close close_statement enable_register login_required enable_captcha_login enable_captcha_register
    enable_captcha_comment enable_captcha_find_password enable_verify_register_email`,
  footer: "about contact agreement copyright feedback",
  converter: "max_preview_percent max_preview timeout extension enable_convert_repeated_document enable_gzip enable_svgo",
  download: "enable_guest_download free_download_duration url_duration times_every_day times_every_ip secret_key",
  score: `credit_name register sign_in delete_document upload_document upload_document_limit document_collected
    document_collected_limit document_commented document_commented_limit`,
  email: "enable host port is_tls from_name username password duration secret test_email",
  display: `show_document_count show_document_download_count show_document_view_count show_document_favorite_count
    show_register_user_count virtual_register_count show_document_descriptions show_index_categories index_document_style home_version
    pages_per_read max_search_pages copyright_statement hide_keywords_on_lists hide_category_without_document wechat_tip wechat_qrcode
    contact_tip contact_link`,
  release: "source tag_name name body ignore",
}
/** Keys that this program replaces with something else, each with its replacement (docs/decisions/093). */
const replaced = [
  "security.document_related_duration", // related documents are determined on request, so they never expire
  "security.attachment_retention_minute", // replaced by `recycle_days` and by the cleanup of unreferenced files
  "download.secret_key", // downloads are signed with the site's secret
  "email.secret", // same
  "email.test_email", // the address is entered next to the button that sends the test mail
  "release.source", // GET and POST /release, on the dashboard
  "release.tag_name",
  "release.name",
  "release.body",
  "release.ignore",
]

describe("every setting on its screen", () => {
  const all = groups.flatMap(([group, settings]) => Object.entries(settings).map(([name, one]) => [`${group}.${name}`, one] as const))

  test("the 95 keys of a compatible back end exist, or have a documented replacement", () => {
    const keys = Object.entries(peerKeys).flatMap(([group, names]) => names.split(/\s+/).map((name) => `${group}.${name}`))
    expect(keys).toHaveLength(95)
    const ourKeys = new Set<string>(all.map(([key]) => key))
    expect(keys.filter((key) => !ourKeys.has(key))).toEqual(replaced)
  })

  test.each(all)("%s: a label, help, a valid default, and bounds", (_key, { label, hint, kind, options = [], min, max, ...setting }) => {
    expect(label).not.toBe("")
    expect(hint, `${label} has no help`).toMatch(/\p{Script=Han}/u)
    const value = setting.default
    if (kind === "number") {
      expect(typeof value === "number" && min !== undefined && max !== undefined, `${label} has no bounds`).toBe(true)
      expect(value).toBeGreaterThanOrEqual(min!)
      expect(value).toBeLessThanOrEqual(max!)
    } else if (kind === "switch") expect(typeof value).toBe("boolean")
    else if (kind === "select") expect(options.map((option) => option.split(":")[0])).toContain(value)
    else if (kind === "select-multi") expect((value as string[]).every((one) => options.includes(one))).toBe(true)
    else if (kind === "password") expect(value).toBe("")
    else expect(setting.check?.(String(value)) ?? null).toBeNull()
  })
})
