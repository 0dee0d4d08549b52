import { isSecretField } from "@/lib/contract/secret-input"
import type { Setting } from "@/lib/contract/site/settings.setting"
import { settingGroups } from "@/lib/contract/site/settings.groups"

const maxText = 500
const maxItems = 100
/** What stands in the place of a secret. */
const mask = "******"

/** Columns that say who somebody is: the log is kept when an account is erased, so it does not hold them (docs/decisions/092). */
const personal = new Set(["email", "mobile", "realname", "identity", "address", "register_ip", "last_login_ip", "ip"])
/** Columns from which a secret could be computed or used. */
const sealed = new Set(["hash", "headers", "proxy", "cookie", "response"])

export const settingOf = (category: unknown, name: unknown): Setting | undefined =>
  (settingGroups as Record<string, Record<string, Setting>>)[String(category)]?.[String(name)]

const isSecretSetting = (value: object): boolean =>
  "category" in value && "name" in value && settingOf(value.category, value.name)?.kind === "password"

/** Removes NUL and lone surrogates, which PostgreSQL's JSON refuses. */
const shortened = (text: string): string =>
  (text.length > maxText ? `${text.slice(0, maxText)}…` : text).replace(/\u0000|\p{Surrogate}/gu, "")

const masked = (value: unknown, isMasked: (name: string, of: object) => boolean): unknown => {
  if (Array.isArray(value)) return value.slice(0, maxItems).map((one) => masked(one, isMasked))
  if (value instanceof Date) return value.toISOString()
  if (typeof value === "bigint") return String(value)
  if (typeof value === "string") return shortened(value)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, isMasked(name, value) ? mask : masked(one, isMasked)]))
}

/** An input with long texts cut, what says who somebody is masked, and, where the call has any, its secrets: passwords, codes, settings that are passwords. */
export const maskedInput = (input: unknown, hasSecrets: boolean): Record<string, unknown> =>
  masked(
    input,
    (name, of) =>
      personal.has(name) || sealed.has(name) || (hasSecrets && (isSecretField(name) || (name === "value" && isSecretSetting(of)))),
  ) as Record<string, unknown>

const isEmpty = (value: unknown): boolean => value === "" || value === null || value === 0 || value === false

/** The values of a row that differ from another's, cut and masked; of a row that has no other one, those that say something. */
export const maskedRow = (row: Record<string, unknown> | null, other: Record<string, unknown> | null): Record<string, unknown> | null => {
  if (!row) return null
  const told = Object.entries(row).filter(([name, value]) =>
    other ? JSON.stringify(value) !== JSON.stringify(other[name]) : !isEmpty(value),
  )
  return Object.fromEntries(
    told.map(([name, value]) => {
      const hidden = personal.has(name) || sealed.has(name) || isSecretField(name) || (name === "value" && isSecretSetting(row))
      return [name, hidden && !isEmpty(value) ? mask : masked(value, () => false)]
    }),
  )
}
