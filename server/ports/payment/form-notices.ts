import { GatewayError } from "./payment.port"

/* What notices that come as a form have in common. */

/** A gateway repeats a notice for about a day, with the time of the first one; a clock may be five minutes ahead. */
const [oldest, ahead] = [25 * 3_600_000, 300_000]
const zoneMs = 8 * 3_600_000

export const isTooOld = (time: Date | null, now: Date): boolean =>
  !time || now.getTime() - time.getTime() > oldest || time.getTime() - now.getTime() > ahead

/** The fields of a body. @throws GatewayError where one comes twice: which of them was signed would be a guess */
export const formOf = (body: string): Record<string, string> => {
  const found = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(body)) {
    if (found.has(name)) throw new GatewayError("form", "a field comes twice")
    found.set(name, value)
  }
  return Object.fromEntries(found)
}

/** "2026-11-20 12:00:00" in Asia/Shanghai. */
export const shanghaiTime = (time: Date): string => new Date(time.getTime() + zoneMs).toISOString().slice(0, 19).replace("T", " ")

export const timeInShanghai = (text: string): Date | null => {
  const time = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? new Date(`${text.replace(" ", "T")}+08:00`) : null
  return time && !Number.isNaN(time.getTime()) ? time : null
}
