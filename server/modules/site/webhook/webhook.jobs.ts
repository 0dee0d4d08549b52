import type { Ctx } from "@/server/context"
import { job } from "@/server/module"
import { deliverDue } from "./delivery.usecases"
import { listDueWebhooks } from "./webhook.repository"

/** Sends the due deliveries of one webhook. */
export const deliverWebhookJob = job<{ webhook_id: number }>({
  name: "deliver-webhook",
  timeoutSeconds: 90,
  retries: 3,
  concurrency: 4,
  run: async (ctx, { webhook_id }, signal) => {
    if (await deliverDue(ctx, webhook_id, signal)) await enqueueDeliveries(ctx, [webhook_id])
  },
})

/** Picks up deliveries that are due for a retry, and those that a crashed process left behind. */
export const sweepWebhooksJob = job({
  name: "sweep-webhooks",
  timeoutSeconds: 60,
  retries: 0,
  concurrency: 1,
  every: "* * * * *",
  run: async (ctx) => enqueueDeliveries(ctx, await listDueWebhooks(ctx.db, ctx.now())),
})

export const enqueueDeliveries = async (ctx: Ctx, ids: readonly number[]): Promise<void> => {
  for (const webhook_id of new Set(ids)) await ctx.enqueue(deliverWebhookJob, { webhook_id }, { key: String(webhook_id) })
}
