import { CronExpressionParser } from "cron-parser"

/** A link is not crawled more often. */
const minSeconds = 600

const open = (cron: string, after: Date) => CronExpressionParser.parse(cron, { currentDate: after, tz: "Asia/Shanghai" })

/** The next moment of a cron expression of five fields (Asia/Shanghai); null without one. */
export const nextMoment = (cron: string, after: Date): Date | null => (cron ? open(cron, after).next().toDate() : null)

/** Why an expression is no schedule; null if it is one. */
export const cronFault = (cron: string, now: Date): string | null => {
  if (!cron) return null
  if (cron.split(/\s+/).length !== 5) return "定时应为 5 段的 cron 表达式，例如 0 3 * * *（每天 3 点）"
  try {
    const [first, second] = open(cron, now).take(2)
    return second!.getTime() - first!.getTime() < minSeconds * 1_000 ? "定时不能比每 10 分钟更密" : null
  } catch {
    return "定时不正确，例如 0 3 * * * 表示每天 3 点"
  }
}
