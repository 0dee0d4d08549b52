import type { z } from "zod"
import type { dashboard as calls } from "@/lib/contract/operations/dashboard"
import { dailyMeasures, moneyMeasures, type DailyMeasure } from "@/lib/contract/operations/daily-count.measures"
import type { LoggedIn } from "@/server/context"
import { countFooterPages } from "../../articles/article/article.usecases"
import { readDailyCounts } from "../daily-count/daily-count.usecases"
import { countPublicArticles, countReadableDocuments } from "../../people/user/public-counts.usecases"
import { freshenDays } from "./daily-counts.usecases"
import { daysOf, noNumbers, numberOf, shift, textOf, type Numbers } from "./days.rules"
import { countAll, countConversions, countFormats, listLargeCategories } from "./library.repository"

const maxCategories = 10

/** Returns the totals, by kind, and the state of the queues. */
export const readDashboard = async (ctx: LoggedIn) => {
  const { db, app } = ctx
  const [all, document_public, article_public, article_page, format, category, conversions, jobs] = await Promise.all([
    countAll(db),
    countReadableDocuments(ctx),
    countPublicArticles(ctx),
    countFooterPages(ctx),
    countFormats(db),
    listLargeCategories(db, maxCategories),
    countConversions(db),
    app.queue.state(),
  ])
  const sum = (state: "waiting" | "active" | "failed") => jobs.reduce((total, job) => total + job[state], 0)
  return {
    total: { ...all, document_public, article_public, article_page },
    format,
    category,
    queue: {
      ...conversions,
      job_waiting: sum("waiting"),
      job_active: sum("active"),
      job_failed: sum("failed"),
      job_failure: jobs.flatMap(({ name, failed }) => (failed > 0 ? [{ name, count: failed }] : [])),
    },
  }
}

type SeriesInput = z.output<(typeof calls)["GET /dashboard/series"]["input"]>

/** Returns numbers per day from the daily counters; today's are at most a minute old. */
export const readSeries = async (ctx: LoggedIn, input: SeriesInput) => {
  const counted_at = await freshenDays(ctx)
  const days = daysOf(input, ctx.now())
  const first = shift(days[0]!, -days.length)
  const rows = await readDailyCounts(ctx.db, numberOf(first), numberOf(days.at(-1)!))
  const measures = ctx.may("GET /order/list") ? dailyMeasures : dailyMeasures.filter((measure) => !moneyMeasures.includes(measure))
  const visibleMeasures = new Set<DailyMeasure>(measures)
  const byDay = new Map<string, Numbers>(days.map((day) => [day, noNumbers()]))
  const before = noNumbers()
  for (const { day, measure, value } of rows) {
    if (!visibleMeasures.has(measure)) continue
    const numbers = byDay.get(textOf(day)) ?? before
    numbers[measure] += value
  }
  return { counted_at, day: days.map((day) => ({ day, ...byDay.get(day)! })), before }
}
