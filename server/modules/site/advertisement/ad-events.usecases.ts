import { sql } from "drizzle-orm"
import type { z } from "zod"
import type { advertisement as calls } from "@/lib/contract/site/advertisement"
import { isRobot } from "@/lib/rules/site/crawlers"
import { isStaff } from "@/lib/rules/people/staff"
import type { Ctx, Services } from "@/server/context"
import { advertisementTable as t } from "./advertisement.table"

/** How long events are buffered before they are written together (ms), and for how many advertisements. */
const [flushMs, maxWaiting] = [3_000, 1_000]

type Counts = { impressions: number; clicks: number; impressions_b: number; clicks_b: number }
type Waiting = { counts: Map<number, Counts>; timer: NodeJS.Timeout | null }
const memory = new WeakMap<Services, Waiting>()
const waitingOf = (app: Services): Waiting => {
  const cached = memory.get(app)
  if (cached) return cached
  const waiting: Waiting = { counts: new Map(), timer: null }
  memory.set(app, waiting)
  app.onStop(() => flushEvents(app))
  return waiting
}

/**
 * Adds the buffered events to the rows, in the order of ids. Does not change `updated_at`, so that a concurrent edit by staff causes no
 * conflict.
 */
export const flushEvents = async (app: Services): Promise<void> => {
  const waiting = waitingOf(app)
  if (waiting.timer) clearTimeout(waiting.timer)
  waiting.timer = null
  const rows = [...waiting.counts].toSorted(([one], [other]) => one - other)
  waiting.counts.clear()
  if (!rows.length) return
  const added = sql.join(
    rows.map(
      ([id, one]) => sql`(${id}::bigint, ${one.impressions}::int, ${one.clicks}::int, ${one.impressions_b}::int, ${one.clicks_b}::int)`,
    ),
    sql`, `,
  )
  await app.database.db
    .execute(
      sql`update ${t} set impressions = ${t.impressions} + added.a, clicks = ${t.clicks} + added.b, impressions_b = ${t.impressions_b} + added.c, clicks_b = ${t.clicks_b} + added.d
      from (values ${added}) as added (id, a, b, c, d) where ${t.id} = added.id`,
    )
    .catch((error: unknown) => app.log.warn({ err: error }, "广告的展示和点击没有写下"))
}

type Input = z.output<(typeof calls)["POST /advertisement/event"]["input"]>

/** Counts impressions and clicks, without anything about the visitor; the same event counts once per call. Robots and staff do not count. */
export const countEvents = async (ctx: Ctx, { event }: Input): Promise<Record<string, never>> => {
  if (isRobot(ctx.request.user_agent) || (ctx.user && isStaff(ctx.user))) return {}
  const waiting = waitingOf(ctx.app)
  const events = new Map(event.map((one) => [`${one.id} ${one.b} ${one.click}`, one]))
  for (const { id, b, click } of events.values()) {
    const counts = waiting.counts.get(id) ?? { impressions: 0, clicks: 0, impressions_b: 0, clicks_b: 0 }
    if (!waiting.counts.has(id) && waiting.counts.size >= maxWaiting) continue
    counts[`${click ? "clicks" : "impressions"}${b ? "_b" : ""}`] += 1
    waiting.counts.set(id, counts)
  }
  // requests are still answered while the process is stopping
  if (ctx.app.stopping()) await flushEvents(ctx.app)
  else waiting.timer ??= setTimeout(() => void flushEvents(ctx.app), flushMs).unref()
  return {}
}
