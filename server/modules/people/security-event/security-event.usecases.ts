import { LRUCache } from "lru-cache"
import { SecurityEventType } from "@/lib/contract/people/security-event"
import type { Ctx, Services } from "@/server/context"
import type { Db } from "@/server/db/client"
import { addEvent, findProvenEmail } from "./security-event.repository"
import { securityNoticeJob } from "./security-notice.jobs"

/** `user_id` 0: nobody that the site knows. `detail` in a few words, never what somebody typed. */
export type SecurityEvent = { type: SecurityEventType; user_id: number; detail?: string }

const write = (ctx: Ctx, db: Db, { type, user_id, detail = "" }: SecurityEvent, notice_to = ""): Promise<number> => {
  const { id: request, ip, user_agent } = ctx.request
  ctx.app.log.info({ security: type, user: user_id, detail, ip, request }, SecurityEventType.labelOf(type))
  const from = { ip: ip.slice(0, 64), user_agent: user_agent.slice(0, 512), request: request.slice(0, 64) }
  return addEvent(db, { type, user_id, detail: detail.slice(0, 255), ...from, notice_to, created_at: ctx.now() })
}

/** Writes down what has happened, in the transaction of the change. */
export const noteSecurity = async (ctx: Ctx, event: SecurityEvent): Promise<void> => void (await write(ctx, ctx.db, event))

/**
 * The same for a change of what opens an account, which its owner is told of by mail: at the address that they had proven before, where
 * that is another than now.
 */
export const noteAccountChange = (ctx: Ctx, event: SecurityEvent, provenBefore?: string): Promise<void> =>
  ctx.tx(async (ctx) => {
    const notice_to = provenBefore ?? (await findProvenEmail(ctx.db, event.user_id))
    const event_id = await write(ctx, ctx.db, event, notice_to)
    if (notice_to) await ctx.enqueue(securityNoticeJob, { event_id })
  })

const lately = new WeakMap<Services, LRUCache<string, true>>()

/** True if this process has seen the same refusal within a minute: whoever is refused again and again fills no table. */
const isRepeated = ({ app, request }: Ctx, { type, user_id, detail }: SecurityEvent): boolean => {
  const seen = lately.get(app) ?? new LRUCache<string, true>({ max: 10_000, ttl: 60_000 })
  lately.set(app, seen)
  const key = JSON.stringify([type, user_id, detail, request.ip])
  const repeated = seen.has(key)
  if (!repeated) seen.set(key, true)
  return repeated
}

/**
 * What was refused stays written down although its transaction does not: over a connection of its own. It never replaces the refusal.
 * `seldom`: nothing counts how often it may be tried, and the same is written once a minute.
 */
export const noteRefusal = async (ctx: Ctx, event: SecurityEvent, { seldom = false } = {}): Promise<void> => {
  if (seldom && isRepeated(ctx, event)) return
  await write(ctx, ctx.app.database.db, event).catch((error: unknown) => {
    ctx.app.log.error({ err: error, request: ctx.request.id }, "安全事件没有记下来")
  })
}

/** The answer of `work`; a refusal of it is written down as `event` and thrown on. */
export const notingRefusal = <T>(ctx: Ctx, event: SecurityEvent, work: Promise<T>): Promise<T> =>
  work.catch(async (error: unknown) => {
    await noteRefusal(ctx, event, { seldom: true })
    throw error
  })
