import { z } from "zod"
import { dailyMeasures, maxDays, type DailyMeasure } from "./daily-count.measures"
import { area } from "../area"
import { filter, group, many, num, str, time } from "../schema"

const numbers = Object.fromEntries(dailyMeasures.map((measure) => [measure, num])) as Record<DailyMeasure, typeof num>
/** A day in the site's time zone, e.g. 2026-06-15. */
const day = filter(z.iso.date({ error: "日期不正确" })).meta({ examples: ["2026-06-15"] })

/**
 * Counts everything outside the recycle bins, and how much of it is public. `page` counts the articles that are linked from every page's
 * footer and appear in no list.
 */
const Totals = z.object({
  user: num,
  document: num,
  document_public: num,
  article: num,
  article_public: num,
  article_page: num,
  comment: num,
})

/**
 * Documents whose conversion is waiting, running, failed, or blocked until something is installed; and jobs of all kinds, as of the last
 * count. `job_failure` has the failed ones by name.
 */
const QueueState = z.object({
  waiting: num,
  converting: num,
  failed: num,
  stopped: num,
  job_waiting: num,
  job_active: num,
  job_failed: num,
  job_failure: many(z.object({ name: str, count: num })),
})

export const dashboard = area({
  "GET /dashboard": {
    title: "查看面板数据",
    access: "permission",
    permission: "DashboardAPI/GetDashboard",
    input: z.object({}),
    output: z.object({
      total: group(Totals.shape),
      /** public documents by extension, most frequent first */
      format: many(z.object({ ext: str, count: num })),
      /** top-level categories by number of documents, largest first */
      category: many(z.object({ id: num, title: str, count: num })),
      queue: group(QueueState.shape),
    }),
  },
  /**
   * Covers at most `maxDays` days, by default the last 30. Orders and money are 0 for users who may not view orders. `before` holds the
   * sums of the preceding period of the same length.
   */
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
