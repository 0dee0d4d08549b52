import { LRUCache } from "lru-cache"
import { SecurityEventType } from "@/lib/contract/people/security-event.enums"
import type { Ctx, Services } from "@/server/context"
import type { Db } from "@/server/db/client"
import { addEvent, findProvenEmail } from "./security-event.repository"
import { networkOf } from "@/server/security/network"
import { securityNoticeJob } from "./security-event.jobs"

/** `user_id` 0: an unknown user. `detail` is a few words, never user input. */
export type SecurityEvent = { type: SecurityEventType; user_id: number; detail?: string }

const write = (ctx: Ctx, db: Db, { type, user_id, detail = "" }: SecurityEvent, notice_to = ""): Promise<number> => {
  const { id: request, ip, user_agent } = ctx.request
  ctx.app.log.info({ security: type, user: user_id, detail, ip, request }, SecurityEventType.labelOf(type))
  const from = { ip: ip.slice(0, 64), user_agent: user_agent.slice(0, 512), request: request.slice(0, 64) }
  return addEvent(db, { type, user_id, detail: detail.slice(0, 255), ...from, notice_to, created_at: ctx.now() })
}

/** Records a security event in the transaction of the change. */
export const noteSecurity = async (ctx: Ctx, event: SecurityEvent): Promise<void> => void (await write(ctx, ctx.db, event))

/**
 * Records a change to an account's credentials and notifies its owner by mail, at the previously verified address if that differs from the
 * current one.
 */
export const noteAccountChange = (ctx: Ctx, event: SecurityEvent, provenBefore?: string): Promise<void> =>
  ctx.tx(async (ctx) => {
    const notice_to = provenBefore ?? (await findProvenEmail(ctx.db, event.user_id))
    const event_id = await write(ctx, ctx.db, event, notice_to)
    if (notice_to) await ctx.enqueue(securityNoticeJob, { event_id })
  })

const lately = new WeakMap<Services, LRUCache<string, true>>()

/**
 * Checks whether this process has seen the same refusal from this network within a minute, so that repeated refusals do not fill the table:
 * the owner of one IPv6 network has an address for each of them.
 */
const isRepeated = ({ app, request }: Ctx, { type, user_id, detail }: SecurityEvent): boolean => {
  const seen = lately.get(app) ?? new LRUCache<string, true>({ max: 10_000, ttl: 60_000 })
  lately.set(app, seen)
  const key = JSON.stringify([type, user_id, detail, networkOf(request.ip)])
  const repeated = seen.has(key)
  if (!repeated) seen.set(key, true)
  return repeated
}

/**
 * Records a refusal over a separate connection, so that it survives the rollback of its transaction. A failure here never replaces the
 * refusal. `seldom`: for attempts without a limit; the same event is recorded at most once a minute.
 */
export const noteRefusal = async (ctx: Ctx, event: SecurityEvent, { seldom = false } = {}): Promise<void> => {
  if (seldom && isRepeated(ctx, event)) return
  await write(ctx, ctx.app.database.db, event).catch((error: unknown) => {
    ctx.app.log.error({ err: error, request: ctx.request.id }, "安全事件没有记下来")
  })
}

/** Awaits `work`; if it is refused, records `event` and rethrows the error. */
export const notingRefusal = <T>(ctx: Ctx, event: SecurityEvent, work: Promise<T>): Promise<T> =>
  work.catch(async (error: unknown) => {
    await noteRefusal(ctx, event, { seldom: true })
    throw error
  })
