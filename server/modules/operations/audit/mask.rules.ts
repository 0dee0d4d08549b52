import { isSecretField } from "@/lib/contract/secret-input"
import type { Setting } from "@/lib/contract/setting"
import { maskedAddress, withoutTokens } from "@/server/security/masked-address"
import { settingGroups } from "@/lib/contract/site/settings.groups"

const maxText = 500
const maxItems = 100
/** Replaces a secret in the log. */
const mask = "******"

/** Columns that identify a user. The log is kept when an account is erased, so it does not store them (docs/decisions/092). */
const personal = new Set(["email", "mobile", "realname", "identity", "address", "register_ip", "last_login_ip", "ip"])
/** Columns from which a secret could be derived or used. */
const sealed = new Set(["hash", "headers", "proxy", "cookie", "response"])

export const settingOf = (category: unknown, name: unknown): Setting | undefined =>
  (settingGroups as Record<string, Record<string, Setting>>)[String(category)]?.[String(name)]

const isSecretSetting = (value: object): boolean =>
  "category" in value && "name" in value && settingOf(value.category, value.name)?.kind === "password"

/** Truncates a text and removes NUL and lone surrogates, which PostgreSQL's JSON rejects. */
const shortened = (text: string): string =>
  (text.length > maxText ? `${text.slice(0, maxText)}…` : text).replace(/\u0000|\p{Surrogate}/gu, "")

const masked = (value: unknown, isMasked: (name: string, of: object) => boolean): unknown => {
  if (Array.isArray(value)) return value.slice(0, maxItems).map((one) => masked(one, isMasked))
  if (value instanceof Date) return value.toISOString()
  if (typeof value === "bigint") return String(value)
  if (typeof value === "string") return shortened(withoutTokens(value))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, isMasked(name, value) ? mask : masked(one, isMasked)]))
}

/** Whether the addresses of this call or object are secrets as a whole: webhooks carry their token in the path. */
const isWebhook = (name: string): boolean => /^(\w+ \/)?webhook\b/.test(name)

/** Masks the addresses in an entry as it is displayed: entries of earlier versions contain them, and the chain must not change. */
export const displayed = <T>(value: T, of: string): T => {
  if (Array.isArray(value)) return value.map((one: unknown) => displayed(one, of)) as T
  if (typeof value === "string") return (isWebhook(of) ? maskedAddress(value) : withoutTokens(value)) as T
  if (typeof value !== "object" || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, displayed(one, of)])) as T
}

/**
 * Returns an input with long texts truncated and identifying fields masked. If the call has secrets, they are masked too: passwords, codes,
 * settings that are passwords.
 */
export const maskedInput = (call: string, input: unknown, hasSecrets: boolean): Record<string, unknown> =>
  displayed(
    masked(
      input,
      (name, of) =>
        personal.has(name) || sealed.has(name) || (hasSecrets && (isSecretField(name) || (name === "value" && isSecretSetting(of)))),
    ) as Record<string, unknown>,
    call,
  )

const isEmpty = (value: unknown): boolean => value === "" || value === null || value === 0 || value === false

/**
 * Returns the values of a row that differ from the other row, truncated and masked. Without another row, returns the values that are not
 * empty.
 */
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
