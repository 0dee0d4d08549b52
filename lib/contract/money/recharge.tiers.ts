/*
 * The text of the setting `score.recharge_discount`: one tier per line, `amount:factor` (docs/reference/api.md 6.8).
 * `lib/rules/money/recharge.ts` derives the price of a recharge from it.
 */

/** The maximum number of credits in one order. */
export const maxRechargeCredits = 1_000_000
/** A factor of 1, in ten-thousandths. */
export const wholeFactorValue = 10_000

/**
 * Parses "0.95", ".855" or "1" into ten-thousandths. Returns null unless it is a number above 0 and at most 1 with at most four decimals.
 */
export const readFactor = (text: string): number | null => {
  const [, yes = "", rest = ""] = /^(\d{0,4})(?:\.(\d{0,4}))?$/.exec(text.trim()) ?? []
  const value = Number(`${yes || "0"}${rest.padEnd(4, "0")}`)
  return value >= 1 && value <= wholeFactorValue ? value : null
}

export type TierLine = { amount: number; factor: number }

const readLine = (line: string): TierLine | null => {
  const [, amount, text = ""] = /^\s*(\d{1,7})\s*:([^:]*)$/.exec(line) ?? []
  const factor = readFactor(text)
  const value = Number(amount)
  return factor !== null && value >= 1 && value <= maxRechargeCredits ? { amount: value, factor } : null
}

const linesOf = (text: string): string[] => text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "")

/** Returns the tiers in line order; skips lines that are not a tier. */
export const readTierLines = (text: string): TierLine[] => linesOf(text).flatMap((line) => readLine(line) ?? [])

/** Returns what is wrong with the text, or null if every line is a tier. */
export const refusedTiers = (text: string): string | null => {
  const wrong = linesOf(text).find((line) => readLine(line) === null)
  return wrong === undefined
    ? null
    : `“${wrong.trim().slice(0, 40)}”不对：每行写“积分数:折扣”，例如 500:0.95；积分数不超过 ${maxRechargeCredits}，折扣大于 0、不超过 1`
}
