import { randomUUID } from "node:crypto"
import { originOf } from "@/lib/rules/path"
import type { WebhookEvent } from "@/lib/contract/site/webhook.events"
import type { Ctx } from "@/server/context"
import { settingsOf } from "../settings/settings.usecases"
import { addDeliveries, listListening } from "./webhook.repository"
import { enqueueDeliveries } from "./webhook.jobs"

/** What an event is about: ids and an address, never words of people. `path` becomes the whole address `url`. */
type About = { id: number | string; path?: string } & Record<string, number | string | boolean>

export const newEventId = (): string => `evt_${randomUUID().replaceAll("-", "")}`
export const bodyOf = (type: string, at: Date, data: object): string => JSON.stringify({ type, timestamp: at.toISOString(), data })

/**
 * Tells other programs of what has happened, once for each of `all`: what is sent is written in the transaction of the event, and sent by a job
 * after it (docs/decisions/154). Without a webhook that wants the event it costs one question.
 */
export const tellWebhooks = async (ctx: Ctx, event: WebhookEvent, all: readonly About[]): Promise<void> => {
  if (!all.length) return
  const ids = await listListening(ctx.db, event)
  if (!ids.length) return
  const origin = originOf((await settingsOf(ctx.app, "system")).domain)
  const now = ctx.now()
  const rows = all.flatMap(({ path, ...about }) => {
    const event_id = newEventId()
    const body = bodyOf(event, now, { ...about, ...(path && { url: origin + path }) })
    return ids.map((webhook_id) => ({ webhook_id, event, event_id, body, next_at: now, created_at: now }))
  })
  await addDeliveries(ctx.db, rows)
  await enqueueDeliveries(ctx, ids)
}
