import { readSetting, type Setting } from "../../../lib/contract/setting"
import { settingGroups, type SettingGroup, type SettingValues } from "../../../lib/contract/setting-groups"
import type { Settings } from "../../../lib/contract/types"
import type { Ctx, Services } from "../../context"
import { listEnabledLanguages } from "../language/language.usecases"
import { configTable } from "./settings.table"
import { sql } from "drizzle-orm"

type Kept = Record<string, string>
/** Settings are read on nearly every request: kept for a minute, dropped as soon as one is written anywhere. */
const keepMs = 60_000
const memory = new WeakMap<Services, { until: number; values: Promise<Kept> }>()

const read = async (app: Services): Promise<Kept> => {
  const rows = await app.database.aside.select().from(configTable)
  return Object.fromEntries(rows.map((row) => [`${row.category}.${row.name}`, row.value]))
}

export const forgetSettings = (app: Services): void => void memory.delete(app)

/** The texts that somebody has saved, by "group.name". */
export const keptSettings = (app: Services): Promise<Kept> => {
  const held = memory.get(app)
  if (held && held.until > Date.now()) return held.values
  const values = read(app)
  memory.set(app, { until: Date.now() + keepMs, values })
  values.catch(() => memory.delete(app))
  return values
}

/** The settings of one group, typed, defaults filled in. */
export const settingsOf = async <G extends SettingGroup>(app: Services, group: G): Promise<SettingValues<G>> => {
  const values = await keptSettings(app)
  const entries = Object.entries(settingGroups[group] as Record<string, Setting>)
  return Object.fromEntries(entries.map(([name, setting]) => [name, readSetting(setting, values[`${group}.${name}`])])) as SettingValues<G>
}

/** Writes settings of one group; unknown names are refused by their type. */
export const saveSettings = <G extends SettingGroup>(ctx: Ctx, group: G, values: Partial<SettingValues<G>>): Promise<void> =>
  saveSettingTexts(
    ctx,
    group,
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value.join(",") : String(value)])),
  )

/** The same with values as text, as they are kept. */
export const saveSettingTexts = (ctx: Ctx, group: SettingGroup, values: Record<string, string>): Promise<void> =>
  ctx.tx(async (ctx) => {
    for (const [name, text] of Object.entries(values)) {
      await ctx.db
        .insert(configTable)
        .values({ category: group, name, value: text })
        .onConflictDoUpdate({ target: [configTable.category, configTable.name], set: { value: text, updated_at: sql`now()` } })
    }
    await ctx.changed("settings")
  })

/**
 * Only the script of a pasted snippet leaves, as code: what is inside script elements, and for those with an address a line
 * that loads it. The rest of a snippet has no place in a page. Code without any element is taken as it is.
 */
const scripts = (snippet: string): string => {
  const elements = [...snippet.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/gi)]
  if (!elements.length) return snippet.includes("<") ? "" : snippet
  return elements
    .flatMap(([, attributes, code]) => [loaderOf(attributes!), code!.trim()])
    .filter(Boolean)
    .join("\n")
}

const loaderOf = (attributes: string): string => {
  const address = /\ssrc\s*=\s*["']?((?:https?:)?\/\/[^"'\s>]+)/i.exec(attributes)?.[1]
  return address
    ? `(function(){var s=document.createElement("script");s.async=true;s.src=${JSON.stringify(address)};document.head.appendChild(s)})();`
    : ""
}

/** Everything a page may know without a login (docs/reference/api.md 4.3). */
export const readPublicSettings = async (ctx: Ctx): Promise<Partial<Settings>> => {
  const { app } = ctx
  const [system, footer, security, download, display, score, vip, sms, email, language] = await Promise.all([
    settingsOf(app, "system"),
    settingsOf(app, "footer"),
    settingsOf(app, "security"),
    settingsOf(app, "download"),
    settingsOf(app, "display"),
    settingsOf(app, "score"),
    settingsOf(app, "vip"),
    settingsOf(app, "sms"),
    settingsOf(app, "email"),
    listEnabledLanguages(ctx),
  ])
  const words = system.recommend_words.split(/[,，\s]+/).filter(Boolean)
  return {
    system: {
      ...system,
      recommend_words: words,
      analytics: scripts(system.analytics),
      version: app.version,
      credit_name: score.credit_name,
      enable_sms: sms.sms_provider !== "",
      enable_email: email.enable && email.host !== "",
    },
    footer,
    security: { ...security, document_allowed_ext: [...security.document_allowed_ext] } as Settings["security"],
    download,
    display,
    vip,
    language,
  }
}
