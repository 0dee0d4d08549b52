import { createHmac } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import type { Ctx, Services } from "@/server/context"
import type { Db } from "@/server/db/client"
import { networkOf } from "@/server/security/network"

const hourMs = 3_600_000
/** Views arrive in bursts, so they are written in batches at this interval (ms). */
const flushMs = 3_000
/** How long a stopping process waits for an unavailable database (ms). */
const stopMs = 3_000
/** Rows per statement, and how many views may be buffered while the database is unavailable. */
const [batch, maxWaiting] = [1_000, 50_000]

/** One visitor's view of an item in one hour (hours since 1970). */
export type Visit = { id: number; visitor: string; hour: number }
type Waiting = { visits: Map<string, Visit>; timer: NodeJS.Timeout | null; writing: Promise<void> }

/**
 * Identifies a user, or an anonymous user by the network of the IP address. The address is not stored, only its hash with the site's
 * secret. Nothing that an anonymous client reports about itself counts.
 */
export const visitorOf = ({ app, user, request }: Ctx): string =>
  createHmac("sha256", app.secret)
    .update(user ? `user ${user.id}` : `guest ${networkOf(request.ip)}`)
    .digest("hex")
    .slice(0, 32)

/**
 * Counts views of one kind of item, once per visitor and hour. `write` receives a batch of visits in a transaction, ordered by id, and must
 * count only new ones: another process may have seen the same visitor.
 */
export const createViewCounts = (write: (tx: Db, visits: Visit[]) => Promise<void>) => {
  const memory = new WeakMap<Services, Waiting>()
  const waitingOf = (app: Services): Waiting => {
    const cached = memory.get(app)
    if (cached) return cached
    const waiting: Waiting = { visits: new Map(), timer: null, writing: Promise.resolve() }
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
          await app.database.db.transaction((tx) =>
            write(
              tx,
              part.map(([, visit]) => visit),
            ),
          )
        } catch (error) {
          for (const [key, visit] of part) if (waiting.visits.size < maxWaiting) waiting.visits.set(key, visit)
          if (!app.stopping()) waiting.timer ??= setTimeout(() => void flush(app), flushMs).unref()
          app.log.warn({ err: error, views: part.length }, "浏览数没有写下，稍后再试")
        }
      }
    })
    return waiting.writing
  }
  /** Records a view; the count in the row follows within seconds. */
  const count = async (ctx: Ctx, id: number): Promise<void> => {
    const visit = { id, visitor: visitorOf(ctx), hour: Math.floor(ctx.now().getTime() / hourMs) }
    const waiting = waitingOf(ctx.app)
    if (waiting.visits.size < maxWaiting) waiting.visits.set(`${id}/${visit.visitor}/${visit.hour}`, visit)
    // requests are still answered while the process is stopping
    if (ctx.app.stopping()) await flush(ctx.app)
    else waiting.timer ??= setTimeout(() => void flush(ctx.app), flushMs).unref()
  }
  return { count, flush }
}

/** Counts how many rows have each id, smallest id first, so that rows are always locked in the same order. */
export const timesOf = (rows: { id: number }[]): [id: number, times: number][] => {
  const times = new Map<number, number>()
  for (const { id } of rows) times.set(id, (times.get(id) ?? 0) + 1)
  return [...times].toSorted(([one], [other]) => one - other)
}
