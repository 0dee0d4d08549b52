import { settingGroups } from "../../../lib/contract/setting-groups"
import type { Setting } from "../../../lib/contract/setting"
import type { LoggedIn } from "../../context"
import { auditTable } from "./audit.table"

const secret = /password|secret|token|^code$|captcha/i
const longest = 500

const isSecretSetting = (value: object): boolean =>
  "category" in value &&
  "name" in value &&
  (settingGroups as Record<string, Record<string, Setting>>)[String(value.category)]?.[String(value.name)]?.kind === "password"

/** PostgreSQL keeps no NUL in JSON, and half a character is none. */
const shortened = (text: string): string =>
  (text.length > longest ? `${text.slice(0, longest)}…` : text).replace(/\u0000|\p{Surrogate}/gu, "")

/** The input with secrets masked and long texts cut: who reads the log sees what was changed, not what opens doors. */
const readable = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 100).map(readable)
  if (value instanceof Date) return value.toISOString()
  if (typeof value === "string") return shortened(value)
  if (typeof value !== "object" || value === null) return value
  const hides = isSecretSetting(value)
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, secret.test(name) || (hides && name === "value") ? "******" : readable(one)]),
  )
}

/** Writes down what one of the staff did, in the transaction that did it. */
export const writeAudit = async (ctx: LoggedIn, call: string, title: string, input: unknown): Promise<void> => {
  await ctx.db.insert(auditTable).values({
    user_id: ctx.user.id,
    username: ctx.user.username,
    call,
    title,
    input: readable(input) as Record<string, unknown>,
    ip: ctx.request.ip.slice(0, 64),
  })
}
