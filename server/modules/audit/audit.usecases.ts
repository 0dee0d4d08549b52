import { callOf, type Key } from "../../../lib/contract/contract"
import { isSecretField } from "../../../lib/contract/secret-input"
import type { Setting } from "../../../lib/contract/setting"
import { settingGroups } from "../../../lib/contract/setting-groups"
import type { LoggedIn } from "../../context"
import { appendAudit } from "./chain.usecases"

const maxText = 500

const isSecretSetting = (value: object): boolean =>
  "category" in value &&
  "name" in value &&
  (settingGroups as Record<string, Record<string, Setting>>)[String(value.category)]?.[String(value.name)]?.kind === "password"

/** Removes NUL and lone surrogates, which PostgreSQL's JSON refuses. */
const shortened = (text: string): string =>
  (text.length > maxText ? `${text.slice(0, maxText)}…` : text).replace(/\u0000|\p{Surrogate}/gu, "")

/** The input with long texts cut and, where the call has any, its secrets masked: passwords, codes, settings that are passwords. */
const readable = (value: unknown, hasSecrets: boolean): unknown => {
  if (Array.isArray(value)) return value.slice(0, 100).map((one) => readable(one, hasSecrets))
  if (value instanceof Date) return value.toISOString()
  if (typeof value === "string") return shortened(value)
  if (typeof value !== "object" || value === null) return value
  const isSecret = (name: string) => hasSecrets && (isSecretField(name) || (name === "value" && isSecretSetting(value)))
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, isSecret(name) ? "******" : readable(one, hasSecrets)]))
}

/** Adds an entry to the audit log, in the transaction of the change and as its last step (`chain.usecases.ts`). */
export const writeAudit = (ctx: LoggedIn, key: Key, input: unknown): Promise<void> => {
  const call = callOf(key)
  return ctx.tx(({ db }) =>
    appendAudit(db, ctx.app.secret, {
      user_id: ctx.user.id,
      username: ctx.user.username,
      call: key,
      title: call?.title ?? "",
      input: readable(input, call?.secretInput === true) as Record<string, unknown>,
      ip: ctx.request.ip.slice(0, 64),
    }),
  )
}
