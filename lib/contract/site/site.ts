import { z } from "zod"
import { AdRoom } from "./advertisement"
import { area } from "../area"
import { Category } from "../library/category"
import { Navigation } from "./navigation"
import { flag, group, html, int, many, num, str, time } from "../schema"
import type { Setting, SettingKind } from "../setting"
import { settingGroups, type SettingGroup, type SettingGroups } from "./settings.groups"

export const SettingLanguage = z.object({ id: num, language: str, code: str })

/** A feature that exists unless the server says otherwise. */
const on = z.boolean().default(true)

type Schema<V> = V extends boolean
  ? typeof flag
  : V extends number
    ? typeof num
    : V extends readonly string[]
      ? ReturnType<typeof many<z.ZodString>>
      : typeof str
type PublicShape<G extends SettingGroup> = {
  [K in keyof SettingGroups[G] as SettingGroups[G][K] extends { public: true } ? K : never]: SettingGroups[G][K] extends Setting<infer V>
    ? Schema<V>
    : never
}

/** Returns the shape of a group's public settings. */
export const shownOf = <G extends SettingGroup>(name: G): PublicShape<G> => {
  const settings = Object.entries(settingGroups[name] as Record<string, Setting>).filter(([, setting]) => setting.public)
  return Object.fromEntries(settings.map(([key, { kind }]) => [key, schemaOf(kind)])) as PublicShape<G>
}
const schemaOf = (kind: SettingKind) =>
  kind === "switch" ? flag : kind === "number" ? num : kind === "select-multi" ? many(z.string()) : kind === "html" ? html("notice") : str

/**
 * Public settings by group (docs/reference/api.md 4.3), available to every page. Facts that are not settings of their group are listed
 * separately.
 */
export const Settings = z.object({
  system: group({
    ...shownOf("system"),
    /** the watermark if it is a text; `watermark` is then the address of its image, for other clients */
    watermark_text: str,
    recommend_words: many(z.string()),
    version: str,
    credit_name: str,
    /** credits per yuan */
    credit_exchange: num,
    /** whether prices in credits are also displayed in yuan */
    show_exchange: flag,
    enable_sms: flag,
    enable_email: flag,
    /** the mini-program's logo, named as in its client */
    mp_logo: str,
  }),
  footer: group(shownOf("footer")),
  security: group(shownOf("security")),
  download: group(shownOf("download")),
  display: group(shownOf("display")),
  vip: group(shownOf("vip")),
  /** the available payment gateways; the official account for payments in WeChat's own browser */
  payment: group({ enable_wechatpay: flag, enable_alipay: flag, enable_xunhupay: flag, xunhupay_name: str, official_account_appid: str }),
  ssr: group(shownOf("ssr")),
  mp: group(shownOf("mp")),
  language: many(SettingLanguage),
  /**
   * the calls, streams and fields that the server behind this site lacks: their keys, or a call's key and one of its fields (`POST /comment
   * page`)
   */
  capabilities: group({
    absent: many(z.string()),
    /** input fields that it requires in addition to the contract (`POST /user email`) */
    required: many(z.string()),
  }),
  /** what pages do without a call of their own, or before they make one; all of it here, not all of it on another server */
  features: group({
    /** a login by passkey */
    passkeys: on,
    /** one search in documents and articles together */
    combined_search: on,
    /** addresses that other sites use to embed a document (`GET /oembed`) */
    oembed: on,
    /** files of documents for reading programs (OPDS) */
    catalog_files: on,
    /** a search in the text of one document */
    inside_search: on,
    /** the signatures of a PDF file */
    signatures: on,
    /** a filter of document lists by the number of pages */
    page_filter: on,
    favorite_folders: on,
    /** a page that sells memberships */
    vip_sale: on,
    /** it is stated whether the site can send mail and links in it */
    mail_state: on,
  }),
})

/** Counts of what staff manage are 0 for other users. `notices`, sentences about what the server lacks, are for staff only. */
export const Stats = z.object({
  user_count: num,
  document_count: num,
  article_count: num,
  category_count: num,
  comment_count: num,
  banner_count: num,
  friendlink_count: num,
  report_count: num,
  /** documents and articles in the search index */
  index_document_count: num,
  version: str,
  notices: many(z.string()),
  /** when the newest backup and the newest proof of one ended, for staff only */
  backup_at: time,
  backup_proven_at: time,
})

const ChromeItem = Navigation.pick({ id: true, title: true, href: true, target: true, color: true, enable: true, parent_id: true })
/** Picked explicitly, so that a new category field is not sent with every page by accident. */
export const ChromeCategory = Category.pick({
  id: true,
  parent_id: true,
  title: true,
  cover: true,
  doc_count: true,
  enable: true,
  type: true,
  description: true,
  show_description: true,
})

/** The page chrome, and other data that every page needs for rendering. */
export const Frame = z.object({
  settings: Settings.prefault({}),
  /** enabled navigation items of the header, in order */
  navigation: many(ChromeItem),
  /** enabled categories of documents and articles */
  category: many(ChromeCategory),
  /** absent if the server does not report the height of its advertisements */
  room: z.array(AdRoom).optional(),
  /** whether an announcement is in force, for all or some users; pages then load the one that their visitor may see */
  announcement: flag,
  /** imported categories whose number was taken when they arrived, by their old number, while nothing has that */
  moved_category: many(z.object({ from: num, to: num })),
})

export const site = area({
  "GET /settings": {
    title: "读取公开设置",
    access: "public",
    shared: true,
    allowedWhileClosed: true,
    input: z.object({ from: int.optional() }),
    output: Settings,
  },
  /** for page rendering: settings, navigation, categories and advertisement heights in one answer */
  "GET /frame": {
    title: "读取页面框架",
    access: "public",
    shared: "everybody",
    announced: true,
    allowedWhileClosed: true,
    input: z.object({}),
    output: Frame,
  },
  "GET /stats": {
    title: "查看系统信息",
    access: "public",
    shared: true,
    permission: "ConfigAPI/GetStats",
    input: z.object({}),
    output: Stats,
  },
})
