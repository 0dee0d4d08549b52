import { randomUUID } from "node:crypto"
import { originOf } from "@/lib/rules/path"
import type { WebhookEvent } from "@/lib/contract/site/webhook.events"
import type { Ctx } from "@/server/context"
import { settingsOf } from "../settings/settings.usecases"
import { addDeliveries, listListening } from "./webhook.repository"
import { enqueueDeliveries } from "./webhook.jobs"

/** The subject of an event: ids and an address, never user content. `path` is expanded to the full address `url`. */
type About = { id: number | string; path?: string } & Record<string, number | string | boolean>

export const newEventId = (): string => `evt_${randomUUID().replaceAll("-", "")}`
export const bodyOf = (type: string, at: Date, data: object): string => JSON.stringify({ type, timestamp: at.toISOString(), data })

/**
 * Notifies webhooks of an event, once for each item of `all`. Deliveries are written in the transaction of the event and sent by a job
 * afterwards (docs/decisions/154). If no webhook subscribes to the event, this costs one query.
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
