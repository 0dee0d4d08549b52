import { GatewayError } from "./payment.port"

/* Shared helpers for notices that arrive as a form. */

/**
 * Accepted age of a notice (ms). A gateway repeats a notice for about a day with its first timestamp; its clock may be five minutes ahead.
 */
const [oldest, ahead] = [25 * 3_600_000, 300_000]
const zoneMs = 8 * 3_600_000

export const isTooOld = (time: Date | null, now: Date): boolean =>
  !time || now.getTime() - time.getTime() > oldest || time.getTime() - now.getTime() > ahead

/**
 * Parses the fields of a form body.
 * @throws GatewayError if a field occurs twice, because it is unclear which value was signed
 */
export const formOf = (body: string): Record<string, string> => {
  const fields = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(body)) {
    if (fields.has(name)) throw new GatewayError("form", "a field comes twice")
    fields.set(name, value)
  }
  return Object.fromEntries(fields)
}

/** Formats a time as "2026-11-20 12:00:00" in Asia/Shanghai. */
export const shanghaiTime = (time: Date): string => new Date(time.getTime() + zoneMs).toISOString().slice(0, 19).replace("T", " ")

export const timeInShanghai = (text: string): Date | null => {
  const time = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? new Date(`${text.replace(" ", "T")}+08:00`) : null
  return time && !Number.isNaN(time.getTime()) ? time : null
}
