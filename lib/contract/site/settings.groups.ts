import { alarmSettings } from "../operations/alarm.settings"
import { backupSettings } from "../operations/backup.settings"
import { reviewSettings } from "../operations/review.settings"
import { contentSafetySettings } from "../community/content-safety.settings"
import { commentSettings } from "../community/comment.settings"
import { complaintSettings } from "../community/complaint.settings"
import { reportSettings } from "../community/report.settings"
import { attachmentSettings } from "../library/attachment.settings"
import { categorySettings } from "../library/category.settings"
import { conversionSettings, documentSettings } from "../library/document.settings"
import { entitlementSettings } from "../library/entitlement.settings"
import { readingSettings } from "../library/reading.settings"
import { recycleSettings } from "../library/recycle.settings"
import { sharingSettings } from "../library/sharing.settings"
import { fulltextSettings, searchSettings } from "../library/search.settings"
import { downloadCodeSettings } from "../money/download-code.settings"
import { ledgerSettings } from "../money/ledger.settings"
import { membershipSettings } from "../money/membership.plans"
import { orderSettings } from "../money/order.settings"
import { paymentSettings } from "../money/payment.gateways"
import { rechargeSettings } from "../money/recharge.settings"
import { signInSettings } from "../money/sign-in.settings"
import { accountSettings } from "../people/account.settings"
import { captchaPurposeSettings, captchaSettings } from "../people/captcha.settings"
import { oauthSettings } from "../people/oauth.providers"
import { privacySettings } from "../people/privacy.settings"
import { smsServiceSettings, smsSettings } from "../people/sms.providers"
import { twoFactorSettings } from "../people/two-factor.settings"
import { mailSettings } from "../people/verification.settings"
import { cdnSettings } from "./cdn.settings"
import { indexingPushSettings } from "./indexing-push.settings"
import { oaiSettings } from "./oai.settings"
import { footerSettings, miniprogramSettings, siteSettings } from "./site.settings"
import { sitemapSettings } from "./sitemap.settings"
import type { Setting } from "../setting"

/**
 * The groups of settings on the wire and on the screens (docs/reference/api.md 4.2). Each setting is declared by its feature. A group with
 * settings of several features lists them one by one, in the order of the fields on the screen.
 */
export const settingGroups = {
  system: {
    sitename: siteSettings.sitename,
    domain: siteSettings.domain,
    title: siteSettings.title,
    keywords: siteSettings.keywords,
    description: siteSettings.description,
    recommend_words: searchSettings.recommend_words,
    logo: siteSettings.logo,
    show_name_with_logo: siteSettings.show_name_with_logo,
    favicon: siteSettings.favicon,
    register_background: accountSettings.register_background,
    login_background: accountSettings.login_background,
    sec_icp: siteSettings.sec_icp,
    icp: siteSettings.icp,
    copyright_start_year: siteSettings.copyright_start_year,
    analytics: siteSettings.analytics,
    enable_powered_by: siteSettings.enable_powered_by,
    enable_watermark: siteSettings.enable_watermark,
    watermark: siteSettings.watermark,
  },
  footer: footerSettings,
  /** Settings of many features. Compatible servers and clients have them in this one group, so the wire forces its name and content. */
  security: {
    max_document_size: attachmentSettings.max_document_size,
    document_allowed_ext: attachmentSettings.document_allowed_ext,
    is_close: siteSettings.is_close,
    close_statement: siteSettings.close_statement,
    login_required: siteSettings.login_required,
    enable_register: accountSettings.enable_register,
    enable_verify_register_email: accountSettings.enable_verify_register_email,
    enable_captcha_login: captchaPurposeSettings.enable_captcha_login,
    enable_captcha_register: captchaPurposeSettings.enable_captcha_register,
    enable_captcha_find_password: captchaPurposeSettings.enable_captcha_find_password,
    enable_captcha_comment: captchaPurposeSettings.enable_captcha_comment,
    enable_captcha_complaint: captchaPurposeSettings.enable_captcha_complaint,
    staff_two_factor: twoFactorSettings.staff_two_factor,
    comment_interval: commentSettings.comment_interval,
    report_hide_weight: reportSettings.report_hide_weight,
    review_hours: reviewSettings.review_hours,
    safety_provider: contentSafetySettings.safety_provider,
    safety_key_id: contentSafetySettings.safety_key_id,
    safety_key_secret: contentSafetySettings.safety_key_secret,
    safety_pages: contentSafetySettings.safety_pages,
    safety_daily: contentSafetySettings.safety_daily,
    complaint_hours: complaintSettings.complaint_hours,
    complaint_counter_days: complaintSettings.complaint_counter_days,
    complaint_wait_days: complaintSettings.complaint_wait_days,
    upload_every_day: documentSettings.upload_every_day,
    uploads_per_hour: attachmentSettings.uploads_per_hour,
    max_unfinished_uploads: attachmentSettings.max_unfinished_uploads,
    max_unused_megabytes: attachmentSettings.max_unused_megabytes,
    unscanned_files: attachmentSettings.unscanned_files,
    free_space_reserve: attachmentSettings.free_space_reserve,
    share_links_per_document: sharingSettings.share_links_per_document,
    recycle_days: recycleSettings.recycle_days,
    search_record_retention_days: searchSettings.search_record_retention_days,
    order_timeout: orderSettings.order_timeout,
    account_closing_days: privacySettings.account_closing_days,
  },
  captcha: captchaSettings,
  email: mailSettings,
  sms: smsServiceSettings,
  converter: conversionSettings,
  download: {
    enable_guest_download: documentSettings.enable_guest_download,
    free_download_duration: entitlementSettings.free_download_duration,
    times_every_day: documentSettings.times_every_day,
    times_every_ip: documentSettings.times_every_ip,
    url_duration: documentSettings.url_duration,
    enable_direct_purchase: orderSettings.enable_direct_purchase,
    enable_code_download: downloadCodeSettings.enable_code_download,
    code_tip: downloadCodeSettings.code_tip,
    max_price: downloadCodeSettings.max_price,
  },
  score: {
    credit_name: ledgerSettings.credit_name,
    credit_exchange: ledgerSettings.credit_exchange,
    show_exchange: ledgerSettings.show_exchange,
    enable_recharge: rechargeSettings.enable_recharge,
    recharge_discount: rechargeSettings.recharge_discount,
    author_income: orderSettings.author_income,
    register: ledgerSettings.register,
    sign_in: signInSettings.sign_in,
    sign_in_max: signInSettings.sign_in_max,
    sign_streak: signInSettings.sign_streak,
    sign_streak_award: signInSettings.sign_streak_award,
    upload_document: ledgerSettings.upload_document,
    upload_document_limit: ledgerSettings.upload_document_limit,
    delete_document: ledgerSettings.delete_document,
    document_collected: ledgerSettings.document_collected,
    document_collected_limit: ledgerSettings.document_collected_limit,
    document_commented: ledgerSettings.document_commented,
    document_commented_limit: ledgerSettings.document_commented_limit,
  },
  display: {
    show_document_count: documentSettings.show_document_count,
    show_document_download_count: documentSettings.show_document_download_count,
    show_document_view_count: documentSettings.show_document_view_count,
    show_document_favorite_count: documentSettings.show_document_favorite_count,
    show_document_descriptions: documentSettings.show_document_descriptions,
    show_register_user_count: siteSettings.show_register_user_count,
    show_order: orderSettings.show_order,
    virtual_register_count: siteSettings.virtual_register_count,
    show_index_categories: siteSettings.show_index_categories,
    index_document_style: siteSettings.index_document_style,
    home_version: siteSettings.home_version,
    hide_keywords_on_lists: searchSettings.hide_keywords_on_lists,
    pages_per_read: readingSettings.pages_per_read,
    enable_text_layer: readingSettings.enable_text_layer,
    respect_no_copy: readingSettings.respect_no_copy,
    enable_print: readingSettings.enable_print,
    mark_readers: readingSettings.mark_readers,
    max_search_pages: searchSettings.max_search_pages,
    copyright_statement: siteSettings.copyright_statement,
    hide_category_without_document: categorySettings.hide_category_without_document,
    wechat_tip: siteSettings.wechat_tip,
    wechat_qrcode: siteSettings.wechat_qrcode,
    contact_tip: siteSettings.contact_tip,
    contact_link: siteSettings.contact_link,
  },
  fulltext_search: fulltextSettings,
  /** named as in existing clients */
  mp: miniprogramSettings,
  ssr: {
    hide_from_search: sitemapSettings.hide_from_search,
    robots_rules: sitemapSettings.robots_rules,
    crawl_delay: sitemapSettings.crawl_delay,
    refuse_ai_crawlers: sitemapSettings.refuse_ai_crawlers,
    crawler_pages_per_minute: sitemapSettings.crawler_pages_per_minute,
    page_cache_seconds: siteSettings.page_cache_seconds,
    enable_oai: oaiSettings.enable_oai,
    indexnow_key: indexingPushSettings.indexnow_key,
    baidu_token: indexingPushSettings.baidu_token,
    cdn_provider: cdnSettings.cdn_provider,
    cdn_zone: cdnSettings.cdn_zone,
    cdn_token: cdnSettings.cdn_token,
    cdn_access_key_id: cdnSettings.cdn_access_key_id,
    cdn_access_key_secret: cdnSettings.cdn_access_key_secret,
  },
  alarm: alarmSettings,
  backup: backupSettings,
  vip: membershipSettings,
  ...paymentSettings,
  ...smsSettings,
  ...oauthSettings,
} as const satisfies Record<string, Record<string, Setting>>

export type SettingGroups = typeof settingGroups
export type SettingGroup = keyof SettingGroups
type Widen<V> = V extends boolean ? boolean : V extends number ? number : V extends readonly string[] ? readonly string[] : string
export type SettingValues<G extends SettingGroup> = {
  [K in keyof SettingGroups[G]]: SettingGroups[G][K] extends Setting<infer V> ? Widen<V> : never
}
