import { z } from "zod"
import { AdRoom } from "./advertisement"
import { area } from "../area"
import { Category } from "../library/category"
import { Navigation } from "./navigation"
import { flag, group, html, int, many, num, str } from "../schema"
import type { Setting, SettingKind } from "./settings.setting"
import { settingGroups, type SettingGroup, type SettingGroups } from "./settings.groups"

export const SettingLanguage = z.object({ id: num, language: str, code: str })

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

/** What everybody may know of a group: those of its settings that are public. */
export const shownOf = <G extends SettingGroup>(name: G): PublicShape<G> => {
  const settings = Object.entries(settingGroups[name] as Record<string, Setting>).filter(([, setting]) => setting.public)
  return Object.fromEntries(settings.map(([key, { kind }]) => [key, schemaOf(kind)])) as PublicShape<G>
}
const schemaOf = (kind: SettingKind) =>
  kind === "switch" ? flag : kind === "number" ? num : kind === "select-multi" ? many(z.string()) : kind === "html" ? html("notice") : str

/** Public settings, group by group (docs/reference/api.md 4.3): what every page may know. Facts that are no setting of their group stand beside. */
export const Settings = z.object({
  system: group({
    ...shownOf("system"),
    /** the watermark where it is a text; `watermark` is then the address of a picture of it, which other clients show */
    watermark_text: str,
    recommend_words: many(z.string()),
    version: str,
    credit_name: str,
    /** credits of one yuan */
    credit_exchange: num,
    /** prices in credits are told in yuan as well */
    show_exchange: flag,
    enable_sms: flag,
    enable_email: flag,
    /** the logo of the mini-program, as its client names it */
    mp_logo: str,
  }),
  footer: group(shownOf("footer")),
  security: group(shownOf("security")),
  download: group(shownOf("download")),
  display: group(shownOf("display")),
  vip: group(shownOf("vip")),
  /** which gateways people can pay with; the account of WeChat's own browser */
  payment: group({ enable_wechatpay: flag, enable_alipay: flag, enable_xunhupay: flag, xunhupay_name: str, official_account_appid: str }),
  ssr: group(shownOf("ssr")),
  mp: group(shownOf("mp")),
  language: many(SettingLanguage),
  /** what the server behind this site does not have: keys of calls and streams, or a call's key and one of its fields (`POST /comment page`) */
  capabilities: group({ absent: many(z.string()) }),
})

/** Counts of what staff look after are 0 for others; `notices`, sentences on what the server lacks, are for staff alone. */
export const Stats = z.object({
  user_count: num,
  document_count: num,
  article_count: num,
  category_count: num,
  comment_count: num,
  banner_count: num,
  friendlink_count: num,
  report_count: num,
  /** documents and articles that the search finds */
  index_document_count: num,
  version: str,
  notices: many(z.string()),
})

const FrameItem = Navigation.pick({ id: true, title: true, href: true, target: true, color: true, enable: true, parent_id: true })
/** Picked, so that a new field of categories does not get into every page by itself. */
export const FrameCategory = Category.pick({
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

/** What every page shows around its content, or needs to know while it is drawn. */
export const Frame = z.object({
  settings: Settings.prefault({}),
  /** enabled items of the head, in their order */
  navigation: many(FrameItem),
  /** enabled categories of documents and articles */
  category: many(FrameCategory),
  /** absent where the server does not say what room advertisements take */
  room: z.array(AdRoom).optional(),
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
  /** for the rendering of pages: settings, navigation, categories and the room of advertisements in one answer */
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
