import { randomInt } from "node:crypto"

const zoneMs = 8 * 3_600_000

/** Generates 20 digits: the second in Asia/Shanghai and six random ones. The table rejects a duplicate; the caller then tries another. */
export const orderNumber = (now: Date): string => {
  const second = new Date(now.getTime() + zoneMs).toISOString().slice(0, 19).replace(/\D/g, "")
  return `${second}${String(randomInt(1_000_000)).padStart(6, "0")}`
}
