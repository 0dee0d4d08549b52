/*
 * The text of the setting `score.recharge_discount`: one tier per line, `amount:factor` (docs/reference/api.md 6.8). What a recharge costs follows from it in
 * `lib/rules/money/recharge.ts`.
 */

/** As many credits as one order may be for. */
export const maxRechargeCredits = 1_000_000
/** Ten-thousandths of a factor of 1. */
export const wholeFactorValue = 10_000

/** "0.95", ".855" or "1" in ten-thousandths; null where it is no number above 0 and up to 1 with at most four decimals. */
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

/** The tiers in the order of their lines; a line that says anything else yields none. */
export const readTierLines = (text: string): TierLine[] => linesOf(text).flatMap((line) => readLine(line) ?? [])

/** What is wrong with the text, null when every line is a tier. */
export const refusedTiers = (text: string): string | null => {
  const wrong = linesOf(text).find((line) => readLine(line) === null)
  return wrong === undefined
    ? null
    : `“${wrong.trim().slice(0, 40)}”不对：每行写“积分数:折扣”，例如 500:0.95；积分数不超过 ${maxRechargeCredits}，折扣大于 0、不超过 1`
}
