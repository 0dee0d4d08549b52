import type { JsonBody } from "./bounded-fetch"
import { OauthError } from "./oauth.port"

/** Reads a nested field by path, such as "data.user.id". Returns undefined if it is missing. */
export const fieldOf = (body: JsonBody, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>(
      (value, part) => (typeof value === "object" && value !== null && Object.hasOwn(value, part) ? (value as JsonBody)[part] : undefined),
      body,
    )

/**
 * Returns the user's id at a provider. Rejects numbers that JSON cannot hold exactly, because rounding could merge two users. Rejects all
 * other types, because the text "null" would be the same id for every user.
 */
export const idText = (value: unknown): string => {
  const text = typeof value === "string" ? value : Number.isSafeInteger(value) && value !== 0 ? String(value) : ""
  if (!/^[\u0021-\u007e\u00a0-\uffff]{1,255}$/.test(text)) throw new OauthError("unproven", "no usable id")
  return text
}

/** Returns the first non-empty text, on one line, without bidirectional control characters, cut to 64 characters. */
export const nameText = (...values: unknown[]): string => {
  for (const value of values) {
    const text = typeof value === "string" ? value.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+/gu, " ").trim() : ""
    if (text) return [...text].slice(0, 64).join("")
  }
  return ""
}

/** Returns an https address or "". Tencent's image hosts still return http addresses but serve both. */
export const avatarUrl = (...values: unknown[]): string => {
  for (const value of values) {
    if (typeof value !== "string" || value.length > 512 || !URL.canParse(value)) continue
    const url = new URL(value)
    if (url.protocol === "http:" && /(^|\.)(qlogo\.cn|qpic\.cn)$/.test(url.hostname)) url.protocol = "https:"
    if (url.protocol === "https:" && !url.username && !url.password) return url.href
  }
  return ""
}

/** Returns the e-mail address. `verified` counts only if it is the boolean true. */
export const emailOf = (address: unknown, verified?: unknown): { email?: string; email_verified?: boolean } =>
  typeof address === "string" && address.length <= 254 && /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(address)
    ? { email: address, email_verified: verified === true }
    : {}
