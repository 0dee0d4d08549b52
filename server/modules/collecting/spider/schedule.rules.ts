import { CronExpressionParser } from "cron-parser"

/** The minimum interval between crawls of a link. */
const minSeconds = 600

const open = (cron: string, after: Date) => CronExpressionParser.parse(cron, { currentDate: after, tz: "Asia/Shanghai" })

/** Returns the next time of a cron expression with five fields (Asia/Shanghai); null if the expression is empty. */
export const nextMoment = (cron: string, after: Date): Date | null => (cron ? open(cron, after).next().toDate() : null)

/** Returns why a cron expression is not acceptable as a schedule; null if it is. */
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
