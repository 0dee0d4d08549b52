import { createHmac } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import type { Ctx, Services } from "@/server/context"
import type { Db } from "@/server/db/client"
import { networkOf } from "@/server/security/network"
import { countDailyViews } from "./daily-count.usecases"
import type { ViewKind } from "./view-tally.table"
import { addVisits, createPartitions, dropVisitsBefore, takeTallies, type Visit } from "./visit.repository"

const hourMs = 3_600_000
/** Views arrive in bursts, so they are written in batches at this interval (ms). */
const flushMs = 3_000
/** How long a stopping process waits for an unavailable database (ms). */
const stopMs = 3_000
/**
 * Visits per statement, how many are written without waiting for the interval, and how many may be buffered while the database is
 * unavailable.
 */
const [batch, fullBuffer, maxWaiting] = [5_000, 20_000, 100_000]
/** Visits are dropped after this time (h). A process writes its visits late after an outage of the database, so it is more than one hour. */
const retentionHours = 6
/** How many counters of rows change in one transaction. */
const foldedAtOnce = 1_000

/** `hours`: partitions that exist, as far as this process knows. */
type Waiting = { visits: Map<string, Visit>; timer: NodeJS.Timeout | null; writing: Promise<void>; hours: Set<number> }

/**
 * Identifies a user, or an anonymous user by the network of the IP address. The address is not stored, only its hash with the site's
 * secret. Nothing that an anonymous client reports about itself counts.
 */
export const visitorOf = ({ app, user, request }: Ctx): string =>
  createHmac("sha256", app.secret)
    .update(user ? `user ${user.id}` : `guest ${networkOf(request.ip)}`)
    .digest("hex")
    .slice(0, 32)

/** Creates the missing partitions and writes the visits. Only new ones count: another process may have seen the same visitor. */
const write = async ({ database: { db } }: Services, kind: ViewKind, waiting: Waiting, visits: readonly Visit[]): Promise<void> => {
  const hours = [...new Set(visits.map(({ hour }) => hour))].filter((hour) => !waiting.hours.has(hour))
  if (hours.length > 0) {
    await db.transaction((tx) => createPartitions(tx, hours))
    if (waiting.hours.size > 48) waiting.hours.clear()
    for (const hour of hours) waiting.hours.add(hour)
  }
  await addVisits(db, kind, visits)
}

/** Counts views of one kind of item, once per visitor and hour. */
export const createViewCounts = (kind: ViewKind) => {
  const memory = new WeakMap<Services, Waiting>()
  const waitingOf = (app: Services): Waiting => {
    const cached = memory.get(app)
    if (cached) return cached
    const waiting: Waiting = { visits: new Map(), timer: null, writing: Promise.resolve(), hours: new Set() }
    memory.set(app, waiting)
    app.onStop(() => Promise.race([flush(app), pause(stopMs, undefined, { ref: false })]))
    return waiting
  }
  /** Writes the buffered visits; failed ones return to the buffer. Only one flush runs at a time in a process. */
  const flush = (app: Services): Promise<void> => {
    const waiting = waitingOf(app)
    if (waiting.timer) clearTimeout(waiting.timer)
    waiting.timer = null
    waiting.writing = waiting.writing.then(async () => {
      // in a fixed order, so that two processes with the same visitors never deadlock
      const all = [...waiting.visits].toSorted(([one], [other]) => (one < other ? -1 : 1))
      waiting.visits.clear()
      for (let from = 0; from < all.length; from += batch) {
        const part = all.slice(from, from + batch)
        try {
          const visits = part.map(([, visit]) => visit)
          await write(app, kind, waiting, visits)
        } catch (error) {
          // a partition may have been dropped, or the database replaced
          waiting.hours.clear()
          for (const [key, visit] of part) if (waiting.visits.size < maxWaiting) waiting.visits.set(key, visit)
          if (!app.stopping()) waiting.timer ??= setTimeout(() => void flush(app), flushMs).unref()
          app.log.warn({ err: error, views: part.length }, "浏览数没有写下，稍后再试")
        }
      }
    })
    return waiting.writing
  }
  /** Records a view. It is written within seconds, and in the count of the row within a minute. */
  const count = async (ctx: Ctx, id: number): Promise<void> => {
    const visit = { id, visitor: visitorOf(ctx), hour: Math.floor(ctx.now().getTime() / hourMs) }
    const waiting = waitingOf(ctx.app)
    if (waiting.visits.size < maxWaiting) waiting.visits.set(`${id}/${visit.visitor}/${visit.hour}`, visit)
    // requests are still answered while the process is stopping
    if (ctx.app.stopping()) await flush(ctx.app)
    else if (waiting.visits.size === fullBuffer) void flush(ctx.app)
    else waiting.timer ??= setTimeout(() => void flush(ctx.app), flushMs).unref()
  }
  return { count, flush }
}

/**
 * Moves the tallied views of one kind to the counters of the rows, with `add`, and to the numbers of their days. `views` are ordered by id, so
 * that rows are always locked in the same order.
 */
export const foldViews = async (
  ctx: Ctx,
  kind: ViewKind,
  add: (db: Db, views: readonly { id: number; times: number }[]) => Promise<void>,
): Promise<void> => {
  const foldSome = () =>
    ctx.tx(async ({ db }) => {
      const tallies = await takeTallies(db, kind, foldedAtOnce)
      if (tallies.length === 0) return false
      const times = new Map<number, number>()
      for (const one of tallies) times.set(one.id, (times.get(one.id) ?? 0) + one.times)
      const views = [...times].map(([id, sum]) => ({ id, times: sum })).sort((a, b) => a.id - b.id)
      await add(db, views)
      await countDailyViews(db, tallies)
      return tallies.length === foldedAtOnce
    })
  for (let more = true; more;) more = await foldSome()
}

/** Drops visits that no process writes any more. */
export const dropOldVisits = (db: Db, now: Date): Promise<void> => dropVisitsBefore(db, Math.floor(now.getTime() / hourMs) - retentionHours)
