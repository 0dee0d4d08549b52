import { randomInt } from "node:crypto"
import { WebhookDeliveryStatus, WebhookStatus } from "@/lib/contract/site/webhook.enums"
import { failingDays, testEvent } from "@/lib/contract/site/webhook.events"
import type { Ctx } from "@/server/context"
import { WebhookError, type WebhookReply } from "@/server/ports/webhook/webhook.port"
import { faultOf, isGone, nextTry } from "./retry.rules"
import { secretsOf } from "./secrets.rules"
import { signedHeaders } from "./signature.rules"
import { webhookStoppedJob } from "./webhook-stopped.jobs"
import {
  changeDelivery,
  changeWebhook,
  endLease,
  failWaiting,
  findDue,
  findWebhook,
  leaseWebhook,
  lockDelivery,
  lockWebhook,
  type DeliveryRow,
  type WebhookRow,
} from "./webhook.repository"

/** Maximum duration of one delivery run. Its lease lasts longer, by one request. */
const [runMs, leaseMs] = [40_000, 60_000]
const maxTries = 30
const dayMs = 86_400_000

/**
 * Sends the due deliveries of one webhook, oldest first, until one fails, so an unresponsive receiver delays only itself. Runs of one
 * webhook never overlap.
 * A delivery that is sent twice, because the process died before recording the result, has the same `webhook-id`.
 * @returns whether more deliveries are due now
 */
export const deliverDue = async (ctx: Ctx, id: number, signal: AbortSignal): Promise<boolean> => {
  const begun = ctx.now()
  const until = new Date(begun.getTime() + leaseMs)
  const webhook = await leaseWebhook(ctx.db, id, begun, until)
  if (!webhook) {
    // another process holds the lease and also picks up new deliveries; those of a deleted webhook are marked as failed
    if (!(await findWebhook(ctx.db, id))) await failWaiting(ctx.db, id, "Webhook 已经删除")
    return false
  }
  try {
    if (!webhook.enable) await failWaiting(ctx.db, id, "Webhook 没有启用，没有发送")
    const ends = Date.now() + runMs
    for (;;) {
      const due = await findDue(ctx.db, id, ctx.now())
      if (!due) return false
      if (signal.aborted || ctx.app.stopping() || Date.now() > ends) return true
      if ((await deliver(ctx, webhook, due, signal)).error) return false
    }
  } finally {
    await endLease(ctx.db, id, until)
  }
}

type Outcome = { status: number; duration: number; error: string; response: string; retryAfter: number | null }

/** Sends one delivery and records the outcome. */
export const deliver = async (ctx: Ctx, webhook: WebhookRow, delivery: DeliveryRow, signal?: AbortSignal) => {
  const outcome = await post(ctx, webhook, delivery, signal)
  await note(ctx, webhook.id, delivery.id, outcome)
  if (outcome.error) ctx.app.log.warn({ webhook: webhook.id, delivery: delivery.id, error: outcome.error }, "Webhook 没有送达")
  return outcome
}

const post = async (ctx: Ctx, webhook: WebhookRow, { event_id, body }: DeliveryRow, signal?: AbortSignal): Promise<Outcome> => {
  const now = ctx.now()
  const begun = performance.now()
  const after = (reply: WebhookReply, error: string): Outcome => ({
    ...reply,
    response: reply.text,
    error,
    duration: Math.round(performance.now() - begun),
  })
  const none = { status: 0, text: "", retryAfter: null }
  const secrets = secretsOf(ctx.app.secret, webhook, now)
  if (!secrets.length) return after(none, "签名密钥打不开，请更换密钥")
  try {
    const reply = await ctx.app.webhooks.post(webhook.url, signedHeaders(secrets, event_id, now, body), body, signal)
    return after(reply, faultOf(reply))
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error
    return after(none, faultOf(error))
  }
}

/** Records the outcome. A 410, or a failure after `failingDays` without a success, disables the webhook. */
const note = (ctx: Ctx, webhookId: number, id: number, outcome: Outcome): Promise<void> =>
  ctx.tx(async (ctx) => {
    const { db } = ctx
    const [webhook, row] = [await lockWebhook(db, webhookId), await lockDelivery(db, id)]
    if (!webhook || !row) return
    const now = ctx.now()
    const { status, duration, error, response, retryAfter } = outcome
    const attempts = row.attempts + 1
    const tries = [...row.tries, { at: now.toISOString(), status, duration, error }].slice(-maxTries)
    const noted = { attempts, tries, response, response_status: status, error }
    if (!error) {
      await changeDelivery(db, id, { ...noted, status: WebhookDeliveryStatus.delivered, delivered_at: now, next_at: null })
      await changeWebhook(db, webhookId, { status: WebhookStatus.working, error: "", failing_since: null, delivered_at: now })
      return
    }
    const next_at = row.event === testEvent ? null : nextTry(attempts, now, retryAfter, randomInt(1_001) / 1_000)
    await changeDelivery(db, id, { ...noted, status: next_at ? WebhookDeliveryStatus.waiting : WebhookDeliveryStatus.failed, next_at })
    const failing_since = webhook.failing_since ?? now
    const stops = webhook.enable && (isGone(status) || now.getTime() - failing_since.getTime() >= failingDays * dayMs)
    await changeWebhook(db, webhookId, {
      error,
      failing_since,
      ...(stops ? { enable: false, status: WebhookStatus.stopped } : webhook.enable ? { status: WebhookStatus.failing } : {}),
    })
    if (!stops) return
    await failWaiting(db, webhookId, "Webhook 已自动停用，没有再发送")
    await ctx.enqueue(webhookStoppedJob, { webhook_id: webhookId })
  })
