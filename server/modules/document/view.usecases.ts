import { createHmac } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import { eq, sql } from "drizzle-orm"
import { isHidden } from "../../../lib/domain/document-status"
import type { Ctx, Services } from "../../context"
import { requireReadable } from "./access.policy"
import { documentTable, documentVisitTable as t } from "./document.table"

const hourMs = 3_600_000
/** Views come in crowds: they are written together this often. */
const flushMs = 3_000
/** A process that stops does not wait longer for a database that is away. */
const stopMs = 3_000
/** Rows of a statement, and how many views may wait when the database is away. */
const [batch, maxWaiting] = [1_000, 50_000]

type Visit = { document_id: number; visitor: string; hour: number }
type Waiting = { visits: Map<string, Visit>; timer: NodeJS.Timeout | null; writing: Promise<void> }
const memory = new WeakMap<Services, Waiting>()

/** A person, or a browser at an address without either of them being kept: the key is this site's own. */
const visitorOf = ({ app, user, request }: Ctx): string =>
  createHmac("sha256", app.secret)
    .update(user ? `user ${user.id}` : `guest ${request.ip} ${request.user_agent}`)
    .digest("hex")
    .slice(0, 32)

/** Counts a visitor of a public document, once an hour. The count in the document follows within seconds. */
export const countView = async (ctx: Ctx, { uuid }: { uuid: string }) => {
  const { row } = await requireReadable(ctx, { uuid })
  if (isHidden(row.status)) return {}
  const visit = { document_id: row.id, visitor: visitorOf(ctx), hour: Math.floor(ctx.now().getTime() / hourMs) }
  const waiting = waitingOf(ctx.app)
  if (waiting.visits.size < maxWaiting) waiting.visits.set(`${visit.document_id}/${visit.visitor}/${visit.hour}`, visit)
  // requests are answered until the very end
  if (ctx.app.stopping()) await flushViews(ctx.app)
  else waiting.timer ??= setTimeout(() => void flushViews(ctx.app), flushMs).unref()
  return {}
}

const waitingOf = (app: Services): Waiting => {
  const cached = memory.get(app)
  if (cached) return cached
  const waiting: Waiting = { visits: new Map(), timer: null, writing: Promise.resolve() }
  memory.set(app, waiting)
  app.onStop(() => Promise.race([flushViews(app), pause(stopMs, undefined, { ref: false })]))
  return waiting
}

/** Writes what waits; what cannot be written waits on. One after the other in a process. */
export const flushViews = (app: Services): Promise<void> => {
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
        await write(
          app,
          part.map(([, visit]) => visit),
        )
      } catch (error) {
        for (const [key, visit] of part) if (waiting.visits.size < maxWaiting) waiting.visits.set(key, visit)
        if (!app.stopping()) waiting.timer ??= setTimeout(() => void flushViews(app), flushMs).unref()
        app.log.warn({ err: error, views: part.length }, "浏览数没有写下，稍后再试")
      }
    }
  })
  return waiting.writing
}

/** Only rows that were not there count: the same visitor may have been seen by another process. */
const write = (app: Services, visits: Visit[]): Promise<void> =>
  app.database.db.transaction(async (tx) => {
    const counted = await tx.insert(t).values(visits).onConflictDoNothing().returning({ id: t.document_id })
    const times = new Map<number, number>()
    for (const { id } of counted) times.set(id, (times.get(id) ?? 0) + 1)
    for (const [id, views] of [...times].toSorted(([one], [other]) => one - other))
      await tx
        .update(documentTable)
        .set({ view_count: sql`${documentTable.view_count} + ${views}` })
        .where(eq(documentTable.id, id))
  })
