import type { Body } from "./bounded-fetch"
import { OauthError } from "./oauth.port"

/** "data.user.id" looks inside objects; what is not there is undefined. */
export const fieldOf = (body: Body, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>(
      (value, part) => (typeof value === "object" && value !== null && Object.hasOwn(value, part) ? (value as Body)[part] : undefined),
      body,
    )

/**
 * The id of a person at a provider. A number that JSON cannot hold exactly is refused: rounded, two people would become one.
 * Anything else is refused, since the text "null" would be everybody's id.
 */
export const idText = (value: unknown): string => {
  const text = typeof value === "string" ? value : Number.isSafeInteger(value) && value !== 0 ? String(value) : ""
  if (!/^[\u0021-\u007e\u00a0-\uffff]{1,255}$/.test(text)) throw new OauthError("unproven", "no usable id")
  return text
}

/** The first that holds text, on one line, without marks that turn the direction of what follows, at most 64 characters. */
export const nameText = (...values: unknown[]): string => {
  for (const value of values) {
    const text = typeof value === "string" ? value.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+/gu, " ").trim() : ""
    if (text) return [...text].slice(0, 64).join("")
  }
  return ""
}

/** An https address or "". Tencent's picture hosts still hand out http addresses and serve both. */
export const avatarUrl = (...values: unknown[]): string => {
  for (const value of values) {
    if (typeof value !== "string" || value.length > 512 || !URL.canParse(value)) continue
    const url = new URL(value)
    if (url.protocol === "http:" && /(^|\.)(qlogo\.cn|qpic\.cn)$/.test(url.hostname)) url.protocol = "https:"
    if (url.protocol === "https:" && !url.username && !url.password) return url.href
  }
  return ""
}

/** An e-mail address; `verified` counts only as the boolean true. */
export const emailOf = (address: unknown, verified?: unknown): { email?: string; email_verified?: boolean } =>
  typeof address === "string" && address.length <= 254 && /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(address)
    ? { email: address, email_verified: verified === true }
    : {}
