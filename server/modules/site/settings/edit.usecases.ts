import { isRootOnly, readSetting, type Setting } from "@/lib/contract/setting"
import { settingGroups, type SettingGroup } from "@/lib/contract/site/settings.groups"
import type { Input } from "@/lib/contract/types"
import type { Ctx, LoggedIn } from "@/server/context"
import { forbidden, invalid } from "@/server/errors"
import { sanitized } from "@/server/security/sanitized"
import { MailError } from "@/server/ports/mail/mail.port"
import { testMail } from "@/server/ports/mail/templates"
import { requireConfirmed } from "@/server/security/confirmation"
import { clearedPasswords, isUnchanged } from "./guarded.rules"
import { savedSettings, saveSettingTexts, settingRows, settingsOf } from "./settings.usecases"

/** The mask of a secret; submitting it unchanged keeps the secret. */
const mask = "******"
const groups = settingGroups as Record<string, Record<string, Setting>>
const entries = Object.entries(groups).flatMap(([category, settings]) =>
  Object.entries(settings).map(([name, setting]) => ({ category, name, setting })),
)

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(",") : String(value))

/** Returns the settings of the requested groups for editing (docs/reference/api.md 2.3); none if no group is requested. */
export const readConfig = async (ctx: Ctx, input: { category?: string[] }) => {
  const [saved, rows] = await Promise.all([savedSettings(ctx.app), settingRows(ctx)])
  const categories = new Set(input.category ?? [])
  const config = entries.map(({ category, name, setting }, index) => {
    const value = textOf(readSetting(setting, saved[`${category}.${name}`]))
    return {
      id: index + 1,
      category,
      name,
      label: setting.label,
      value: setting.kind === "password" ? (value ? mask : "") : value,
      placeholder: setting.hint ?? "",
      input_type: setting.kind,
      options: (setting.options ?? []).join("\n"),
      sort: index + 1,
      updated_at: rows.get(`${category}.${name}`)?.updated_at ?? null,
      col_num: setting.kind === "switch" || setting.kind === "number" ? 12 : 24,
      root_only: isRootOnly(setting),
    }
  })
  return { config: config.filter((row) => categories.has(row.category)) }
}

/** Rejects a setting that is sent twice with different values: only one of them would be checked against what is stored. */
const requireOneValue = (config: Input<"PUT /config">["config"] = []): void => {
  const values = new Map<string, string>()
  for (const { category, name, value } of config) {
    const field = `${category}.${name}`
    if ((values.get(field) ?? value) !== value) throw invalid(`这项设置重复了，值还不一样：${field}`, field)
    values.set(field, value)
  }
}

/**
 * Saves all of the values or none. An invalid value is rejected with the field `category.name`. Settings that only user 1 can change are
 * skipped if submitted unchanged, as existing clients do with a whole tab.
 */
export const saveConfig = (ctx: LoggedIn, { config = [] }: Input<"PUT /config">) =>
  ctx.tx(async (ctx) => {
    requireOneValue(config)
    const rows = await settingRows(ctx)
    const texts: Record<string, Record<string, string>> = {}
    const weakening: string[] = []
    for (const { category, name, value } of config) {
      const field = `${category}.${name}`
      const setting = getSetting(category, name)
      if (setting.kind === "password" && value === mask) continue
      const text = await accepted(ctx, setting, value.trim(), field)
      if (isRootOnly(setting)) {
        if (isUnchanged(setting, text, rows.get(field)?.value)) continue
        requireRoot(ctx, setting, field)
        if (setting.guard === "safety") weakening.push(setting.label)
      }
      texts[category] = { ...texts[category], [name]: text }
    }
    for (const [category, values] of Object.entries(texts)) {
      const saved = Object.fromEntries(Object.keys(groups[category]!).map((name) => [name, rows.get(`${category}.${name}`)?.value]))
      await saveSettingTexts(ctx, category as SettingGroup, { ...clearedPasswords(groups[category]!, values, saved), ...values })
    }
    if (weakening.length) for (const note of ctx.app.safetyNotes) await note(ctx, weakening)
    return {}
  })

const getSetting = (category: string, name: string): Setting => {
  if (category === "release") throw forbidden("不允许修改此类配置")
  const setting = Object.hasOwn(groups, category) && Object.hasOwn(groups[category]!, name) ? groups[category]![name]! : null
  if (!setting) throw invalid(`没有这项设置：${category}.${name}`, `${category}.${name}`)
  return setting
}

/** Returns the text to store for a setting from another site. Unknown settings and invalid values are rejected (400), as in our form. */
export const acceptSetting = (ctx: Ctx, category: string, name: string, value: string): Promise<string> =>
  accepted(ctx, getSetting(category, name), value.trim(), `${category}.${name}`)

/** Secrets and their destinations could let staff take over other accounts: only user 1 can change them, with the password confirmed. */
const requireRoot = (ctx: LoggedIn, { label }: Setting, field: string) => {
  if (!ctx.user.root) throw forbidden(`“${label}”只有站长可以修改`, field)
  requireConfirmed(ctx)
}

/** Maximum number of characters of a setting of one line: an address, a name, a key. Many of them stand on every page. */
const maxLine = 2_000
const manyLines = new Set(["textarea", "html", "password"])

/** Removes line breaks from single-line settings: in a sender's name, a line break would inject a mail header. */
const cleaned = (setting: Setting, value: string) =>
  value.replace(manyLines.has(setting.kind) ? /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g : /[\u0000-\u001f\u007f]/g, "")

const accepted = async (ctx: Ctx, setting: Setting, text: string, field: string): Promise<string> => {
  const value = cleaned(setting, text)
  if (setting.kind === "number") return acceptedNumber(setting, value, field)
  if ((setting.kind === "text" || setting.kind === "image") && value.length > maxLine)
    throw invalid(`${setting.label}最多 ${maxLine} 个字符`, field)
  if (setting.kind === "switch" && !/^(true|false|1|0)$/i.test(value)) throw invalid(`${setting.label}应为 true 或 false`, field)
  if (setting.kind === "select" || setting.kind === "select-multi")
    requireOption(setting, setting.kind === "select" ? [value] : value.split(",").filter(Boolean), field)
  if (setting.kind === "image" && value && !/^(\/[\w/.-]+|https?:\/\/[^\s"'<>]+)$/.test(value))
    throw invalid(`${setting.label}的地址不正确`, field)
  const refusal = setting.check?.(value)
  if (refusal) throw invalid(`${setting.label}：${refusal}`, field)
  // rendered unescaped, so it is sanitised before storing
  return setting.kind === "html" ? (await sanitized(ctx, "notice", value, field)).html : value
}

const acceptedNumber = ({ label, min = 0, max = Number.MAX_SAFE_INTEGER }: Setting, value: string, field: string): string => {
  const number = value === "" ? Number.NaN : Number(value)
  if (!Number.isInteger(number)) throw invalid(`${label}应为整数`, field)
  if (number < min || number > max) throw invalid(`${label}应在 ${min} 到 ${max} 之间`, field)
  return String(number)
}

const requireOption = ({ label, options = [] }: Setting, values: string[], field: string) => {
  const optionValues = new Set(options.map((option) => (option.includes(":") ? option.slice(0, option.indexOf(":")) : option)))
  if (values.some((value) => !optionValues.has(value))) throw invalid(`${label}：没有这个选项`, field)
}

/**
 * Serves `POST /config/email/test`: sends a mail with the saved settings, even if mail is switched off, so that staff can test them first.
 * Takes at most twenty seconds (`MailPort`). A failure is a 400 with the port's message.
 */
export const sendTestEmail = async ({ app }: LoggedIn, { email }: { email: string }): Promise<Record<string, never>> => {
  const [{ sitename }, { enable: _, duration: __, ...settings }] = await Promise.all([settingsOf(app, "system"), settingsOf(app, "email")])
  await app.mail.send(settings, { to: email, ...testMail({ sitename }) }).catch((error: unknown) => {
    throw error instanceof MailError ? invalid(error.message) : error
  })
  return {}
}
