import { isInsideHost } from "../web/outside"
import { maxAnswerLength, secondsOf, WebhookError, type WebhookPort } from "./webhook.port"

/** How a receiver answers. */
export type MemoryReceiver = { status: number; headers?: Record<string, string>; body?: string }
/** A request that a receiver got. */
export type MemoryDelivery = { url: string; headers: Readonly<Record<string, string>>; body: string }

/** The fake: answers from `receivers`, which maps addresses to answers, and records the requests. Other addresses are unavailable. */
export const memoryWebhooks = (): WebhookPort & { receivers: Record<string, MemoryReceiver>; deliveries: MemoryDelivery[] } => {
  const receivers: Record<string, MemoryReceiver> = {}
  const deliveries: MemoryDelivery[] = []
  return {
    receivers,
    deliveries,
    isInside: (url) => isInsideHost(url),
    post: async (url, headers, body, signal) => {
      signal?.throwIfAborted()
      if (isInsideHost(url)) throw new WebhookError("address")
      const receiver = receivers[url]
      if (!receiver) throw new WebhookError("unavailable")
      deliveries.push({ url, headers, body })
      const retryAfter = secondsOf(receiver.headers?.["retry-after"] ?? null)
      return { status: receiver.status, text: (receiver.body ?? "").slice(0, maxAnswerLength), retryAfter }
    },
  }
}
