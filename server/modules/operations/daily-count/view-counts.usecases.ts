import { createHmac } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import type { Ctx, Services } from "@/server/context"
import type { Db } from "@/server/db/client"
import { networkOf } from "@/server/security/network"

const hourMs = 3_600_000
/** Views come in crowds: they are written together this often. */
const flushMs = 3_000
/** A process that stops does not wait longer for a database that is away. */
const stopMs = 3_000
/** Rows of a statement, and how many views may wait when the database is away. */
const [batch, maxWaiting] = [1_000, 50_000]

/** A visitor of a thing in an hour (hours since 1970). */
export type Visit = { id: number; visitor: string; hour: number }
type Waiting = { visits: Map<string, Visit>; timer: NodeJS.Timeout | null; writing: Promise<void> }

/** A person, or a guest by the network of the address, which is not kept: the key is this site's own. Nothing that a guest says of itself counts. */
const visitorOf = ({ app, user, request }: Ctx): string =>
  createHmac("sha256", app.secret)
    .update(user ? `user ${user.id}` : `guest ${networkOf(request.ip)}`)
    .digest("hex")
    .slice(0, 32)

/**
 * Counts views of one kind of things, each visitor once an hour. `write` gets the visits of a batch in a transaction, in the order of
 * their ids, and counts those that it has not seen before: another process may know the same visitor.
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
  /** Writes what waits; what cannot be written waits on. One after the other in a process. */
  const flush = (app: Services): Promise<void> => {
    const waiting = waitingOf(app)
    if (waiting.timer) clearTimeout(waiting.timer)
    waiting.timer = null
    waiting.writing = waiting.writing.then(async () => {
      // in one order, so that two processes with the same visitors never wait for each other in a circle
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
  /** Takes note of a view; the count in the row follows within seconds. */
  const count = async (ctx: Ctx, id: number): Promise<void> => {
    const visit = { id, visitor: visitorOf(ctx), hour: Math.floor(ctx.now().getTime() / hourMs) }
    const waiting = waitingOf(ctx.app)
    if (waiting.visits.size < maxWaiting) waiting.visits.set(`${id}/${visit.visitor}/${visit.hour}`, visit)
    // requests are answered until the very end
    if (ctx.app.stopping()) await flush(ctx.app)
    else waiting.timer ??= setTimeout(() => void flush(ctx.app), flushMs).unref()
  }
  return { count, flush }
}

/** How many of the rows name each id, smallest id first: rows are locked in one order. */
export const timesOf = (rows: { id: number }[]): [id: number, times: number][] => {
  const times = new Map<number, number>()
  for (const { id } of rows) times.set(id, (times.get(id) ?? 0) + 1)
  return [...times].toSorted(([one], [other]) => one - other)
}
