import { z } from "zod"
import { dailyMeasures, maxDays, type DailyMeasure } from "./daily-count.measures"
import { area } from "../area"
import { filter, group, many, num, str, time } from "../schema"

const numbers = Object.fromEntries(dailyMeasures.map((measure) => [measure, num])) as Record<DailyMeasure, typeof num>
/** A day of the site's zone, as 2026-06-15. */
const day = filter(z.iso.date({ error: "日期不正确" })).meta({ examples: ["2026-06-15"] })

/** Everything that is not in a recycle bin, and of it what everybody sees. `page`: articles that the foot of every page leads to, which no list shows. */
const Totals = z.object({
  user: num,
  document: num,
  document_public: num,
  article: num,
  article_public: num,
  article_page: num,
  comment: num,
})

/** Documents whose conversion waits, is at work, has failed, or cannot go on until something is installed; jobs of all kinds, as last counted. */
const QueueState = z.object({
  waiting: num,
  converting: num,
  failed: num,
  stopped: num,
  job_waiting: num,
  job_active: num,
  job_failed: num,
})

export const dashboard = area({
  "GET /dashboard": {
    title: "查看面板数据",
    access: "permission",
    permission: "DashboardAPI/GetDashboard",
    input: z.object({}),
    output: z.object({
      total: group(Totals.shape),
      /** what everybody sees by extension, the most first */
      format: many(z.object({ ext: str, count: num })),
      /** categories of the first level by their documents, the most first */
      category: many(z.object({ id: num, title: str, count: num })),
      queue: group(QueueState.shape),
    }),
  },
  /** At most `maxDays` days, the last 30 where none are named. Orders and money are 0 for who may not see orders. `before`: sums of as many days before. */
  "GET /dashboard/series": {
    title: "查看每日数据",
    access: "permission",
    permission: "DashboardAPI/GetSeries",
    input: z.object({ from: day, to: day }).meta({ description: `最多 ${maxDays} 天` }),
    output: z.object({
      counted_at: time,
      day: many(z.object({ day: str, ...numbers })),
      before: group(numbers),
    }),
  },
})
