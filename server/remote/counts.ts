import { isFields } from "./messages"

/** Counters that other servers let fall below zero (`doc_count`). Credits may really be negative. */
const isCounter = (name: string): boolean => name.endsWith("_count") && name !== "credit_count"

/** Returns an answer without negative counts, as deep as it has rows. */
export const withoutNegativeCounts = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNegativeCounts)
  if (!isFields(value) || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      typeof one === "number" && one < 0 && isCounter(name) ? 0 : typeof one === "object" ? withoutNegativeCounts(one) : one,
    ]),
  )
}
